export const maxRecipients = 100

/** In characters. */
export const maxRecipientName = 40
