import type { Deployment } from '../../lib/deployment/deployment.ts'
import { browser } from '../../lib/platform/browser.ts'
import { createHostAccess, type HostAccess } from './host-access.ts'

/**
 * Opens the door to host permissions. In Firefox a page's content scripts need their host granted like any other; in
 * Chromium they come with the install.
 */
export function browserAccess(deployment: Deployment): HostAccess {
  const { host_permissions: patterns } = browser.runtime.getManifest() as { host_permissions?: string[] }
  const isFirefox = browser.runtime.getURL('').startsWith('moz-extension:')
  const page = deployment.walletPage === null ? null : new URL(deployment.walletPage)
  return createHostAccess({
    contains: (asked) => browser.permissions.contains(asked),
    networkPatterns: patterns ?? [],
    pagePatterns: isFirefox && page !== null ? [`${page.protocol}//${page.hostname}/*`] : [],
  })
}
