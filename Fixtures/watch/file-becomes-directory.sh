# A document becomes a directory with a document in it, and a directory becomes a document.
#: before
printf 'plan\n' > plan; mkdir notes; printf 'n\n' > notes/n.md
#: while it watches
rm plan; mkdir plan; printf 'inner\n' > plan/plan
rm -r notes; printf 'notes\n' > notes
#: told
created plan/plan
created notes
deleted plan
deleted notes/n.md
#: there
plan/plan: inner\n
notes: notes\n
