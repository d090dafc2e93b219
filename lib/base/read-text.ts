interface Texts {
  readonly i18n?: { getMessage(key: string): string }
}

/** Returns a text of the person's language with its placeholders, or '' if there is none. */
export function readText(key: string): string {
  const { browser, chrome } = globalThis as { browser?: Texts; chrome?: Texts }
  return (browser ?? chrome)?.i18n?.getMessage(key) ?? ''
}

/**
 * Returns the language of the texts, which says so itself: the browser's own language may be one that Ferry has
 * no texts of. Pages, plural forms and numbers follow it.
 */
export function readTextLanguage(): string {
  return readText('textLanguage') || 'en'
}

export function readTextDirection(): 'ltr' | 'rtl' {
  return readText('textDirection') === 'rtl' ? 'rtl' : 'ltr'
}
