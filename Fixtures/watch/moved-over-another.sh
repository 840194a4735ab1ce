# A known document takes another one's name: that one has a new text, this name is gone.
#: before
printf 'bar\n' > foobar.md; printf 'baz\n' > baz.md
#: while it watches
mv baz.md foobar.md
#: told
changed foobar.md
deleted baz.md
#: there
foobar.md: baz\n
