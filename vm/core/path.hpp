#pragma once

#include <string>
#include <string_view>

namespace miniyarv::path {

// File names as text: nothing here looks at the file system, but for the current directory and home
// directories. Separators are runs of "/".

std::string_view basename(std::string_view path);
/// Without `suffix`; ".*" removes any extension.
std::string_view basename(std::string_view path, std::string_view suffix);
std::string_view dirname(std::string_view path);
/// ".rb" of "a/b.rb"; empty when there is none.
std::string_view extname(std::string_view path);
/// Adds `part` behind exactly one separator.
void join(std::string& path, std::string_view part);
bool is_absolute(std::string_view path);
/// Absolute, without "." and "..", relative to the absolute `base`; no "~".
std::string expand(std::string_view path, std::string_view base);
std::string current_directory(); ///< empty, with errno set, when it is gone

/// How fnmatch and glob patterns match; File::FNM_*.
enum MatchFlags : int { kNoEscape = 1, kPathName = 2, kDotMatch = 4, kCaseFold = 8, kExtGlob = 16 };
/// File.fnmatch, without braces.
bool match(std::string_view pattern, std::string_view path, int flags);
/// Whether a glob component has anything to match.
bool has_magic(std::string_view pattern, int flags);

} // namespace miniyarv::path
