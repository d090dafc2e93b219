/** Lies that are still believed, by what has to hold before they are not. Whoever mends one takes it out. */
const groups: readonly (readonly [string, readonly string[]])[] = [
  [
    'A deadline is bounded by clocks that the service does not own.',
    [
      'signed, deadline and Date eleven minutes ahead',
      'signed, deadline and Date an hour ahead',
      'signed, deadline and Date a month ahead',
      'signed, deadline and Date seventy years ahead',
      'same-chain, deadline and Date eleven minutes ahead',
      'same-chain, deadline and Date an hour ahead',
      'same-chain, deadline and Date a month ahead',
      'same-chain, deadline and Date seventy years ahead',
      'inbox, deadline and Date eleven minutes ahead',
      'inbox, deadline and Date an hour ahead',
      'inbox, deadline and Date a month ahead',
      'inbox, deadline and Date seventy years ahead',
      'native, deadline and Date eleven minutes ahead',
      'native, deadline and Date an hour ahead',
      'native, deadline and Date a month ahead',
      'native, deadline and Date seventy years ahead',
      'signed, deadline and Date an hour ahead, after the review',
      'signed, deadline and Date a month ahead, after the review',
      'signed, deadline and Date seventy years ahead, after the review',
      'signed, Date moves an hour with each answer',
    ],
  ],
]

/** What has to hold, by the name of the lie. */
export const open: ReadonlyMap<string, string> = new Map(
  groups.flatMap(([what, names]) => names.map((name) => [name, what] as const)),
)
