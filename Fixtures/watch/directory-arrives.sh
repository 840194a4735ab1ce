# A directory full of documents comes from outside, and one of them is edited at once.
#: before
printf 'seed\n' > seed.md
#: while it watches
mkdir -p "$T/in/sub"; printf 'a\n' > "$T/in/a.md"; printf 'b\n' > "$T/in/sub/b.md"
mv "$T/in" in; printf 'more\n' >> in/sub/b.md
#: told
created in/a.md
created in/sub/b.md
#: while it watches
printf 'later\n' >> in/a.md; printf 'c\n' > in/sub/c.md
#: told
changed in/a.md
created in/sub/c.md
#: there
seed.md: seed\n
in/a.md: a\nlater\n
in/sub/b.md: b\nmore\n
in/sub/c.md: c\n
