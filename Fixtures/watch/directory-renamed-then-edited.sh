# Events under a renamed directory come by the watch it had under its old name.
#: before
mkdir -p old/sub; printf 'one\n' > old/n.md; printf 'two\n' > old/sub/m.md
#: while it watches
mv old new
#: told
moved new/n.md from old/n.md
moved new/sub/m.md from old/sub/m.md
#: while it watches
printf 'more\n' >> new/n.md
printf 'more\n' >> new/sub/m.md
#: told
changed new/n.md
changed new/sub/m.md
#: there
new/n.md: one\nmore\n
new/sub/m.md: two\nmore\n
