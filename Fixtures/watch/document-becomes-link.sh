# A document is replaced by a link to another file.
#: before
printf 'n\n' > n.md; printf 'keep\n' > keep.md
#: while it watches
printf 'elsewhere\n' > "$T/e.md"; ln -sf "$T/e.md" n.md; sleep 1.5; printf 'keep on\n' > keep.md
#: told
deleted n.md
changed keep.md
#: there
keep.md: keep on\n
