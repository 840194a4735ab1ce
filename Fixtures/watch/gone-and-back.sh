# A document is away for longer than an editor would take, and comes back as it was, then changed.
#: before
printf 'n\n' > n.md; printf 'm\n' > m.md
#: while it watches
mv n.md "$T/n.md"; sleep 2
#: told
deleted n.md
#: while it watches
mv "$T/n.md" n.md
#: told
created n.md
#: while it watches
mv n.md "$T/n.md"; sleep 0.3; printf 'more\n' >> "$T/n.md"; mv "$T/n.md" n.md
#: told
changed n.md
#: there
n.md: n\nmore\n
m.md: m\n
