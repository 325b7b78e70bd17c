# abort prints its message.
# exit: 1
# stderr: bye
begin
  abort "bye"
rescue SystemExit => e
  p e.status, e.message # => 1
  # => "bye"
  raise
end
