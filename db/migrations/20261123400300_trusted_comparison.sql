-- What decides whether a row is about a person trusts no search path, like every other function.
alter function private.to_compare(text) set search_path = '';
