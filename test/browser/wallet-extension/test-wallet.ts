import type { Deployment } from '../../../lib/deployment/schema.ts'
import type { BrowserName } from '../driver.ts'

/**
 * The public key that fixes the test wallet's id. The private key was discarded; an unpacked extension needs
 * none.
 */
export const testWalletKey =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqBks9MXCUR6XENWjpLOJ/sbpGSc9UcCCalvnscHVQX9L2F89koLMFSCHjTlWzTUobQ2rXmVosCUyaSfzY4Y8AoKXXgLoTjVcCXCdzKkK87eOPc+sEeoNMYrhA4MImMRulF++rsiNuWq/y1tmOASTpGQVBYxpJY3orglH9Y+bevLytRuhrLtXw9C4sdZBk7TMs5Izzqm6XWVBzeEp7/ejfASbl44iWmRenzzwFLAmRPoV+oH/4ECFk2FZu7nrmRICceAZJEhGFqneFi+0uAZeRd0sC4umfIi9baHxoNiLPmGC0y5aBRzO3MCmwjNeXDmGan9WT1XTMxDVWoW6r/s+bQIDAQAB'

/** The id that Chromium derives from the key. */
export const testWalletId = 'foolnoaoidfpbihlcaepgekindgfoacc'

/** Its id in Firefox, by which Ferry calls it, and the host of its pages, which is fixed like Ferry's own. */
export const testWalletGeckoId = 'wallet@sandbox.example'
export const testWalletPagesHost = '7d0c8f52-3b64-4a0e-8c55-0123456789ab'

export function testWalletPage(browser: BrowserName): string {
  const origin =
    browser === 'firefox' ? `moz-extension://${testWalletPagesHost}` : `chrome-extension://${testWalletId}`
  return `${origin}/wallet.html`
}

export function withTestWallets(deployment: Deployment, programPort: number): Deployment {
  const known = { name: 'Sandbox Wallet', chromeIds: [testWalletId], firefoxIds: [testWalletGeckoId] }
  return {
    ...deployment,
    walletExtensions: [...deployment.walletExtensions, known],
    loopbackWallets: [`ws://127.0.0.1:${programPort}`],
  }
}
