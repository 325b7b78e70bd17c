# exit runs ensure clauses and at_exit blocks, last first.
# exit: 7
at_exit { puts "first registered" }
at_exit do
  puts "second registered"
  puts $!.class
end
begin
  exit 7
ensure
  puts "ensure"
end
# => ensure
# => second registered
# => SystemExit
# => first registered
