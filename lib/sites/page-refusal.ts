/** Codes a page may see (EIP-1193). */
export type PageErrorCode = 4001 | 4100 | 4200 | 4900 | -32602 | -32002 | -32005

/** What a page is told instead of a result; it names no id, no address and no version (M11). */
export interface PageError {
  readonly code: PageErrorCode
  readonly message: string
}

/** A refusal of the page API as it is thrown. */
export class PageRefusal extends Error {
  override readonly name = 'PageRefusal'
  readonly data: PageError

  constructor(code: PageErrorCode, message: string) {
    super(message)
    this.data = { code, message }
  }
}
