/** What a browser makes of a message before any page sees it: both read `$` as their own sign. */
export const browserRules = {
  /** A sign of its own stands for itself once it is doubled; with a digit it is an argument, with anything else both go. */
  chrome: (message: string) =>
    message.replace(/\$(\$+|[^$]|$)/g, (_, next: string) => (next.startsWith('$') ? next : '')),
  firefox: (message: string) => message.replace(/\$(?:[1-9]\d*|(\$+))/g, (_, more: string = '') => more),
} as const

/** Placeholders by name, which both browsers put in first; nobody declares any. */
export const namedPlaceholder = /\$([A-Za-z0-9_@]+)\$/
