import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { folderEntries } from '../run/folder-entries.ts'
import { zipBytes } from '../run/zip-bytes.ts'
import { testWalletGeckoId, testWalletPagesHost } from './wallet-extension/test-wallet.ts'

export const firefoxId = 'ferry@ferry.example'

/**
 * The host of Ferry's pages. Firefox makes a random one per person; here it is fixed, so that tests know the
 * address.
 */
const pagesHost = '5b7a1c50-8f0e-4d0b-9a51-0123456789ab'

/** The origin of Ferry's pages and of its POSTs in every profile made here. */
export const firefoxOrigin = `moz-extension://${pagesHost}`

const usualPrefs = {
  // The ESR accepts an unsigned XPI, and one that was copied into the profile, without a prompt.
  'xpinstall.signatures.required': false,
  'extensions.autoDisableScopes': 0,
  // Firefox searches for extensions at each start, also in a profile that it has used before.
  'extensions.startupScanScopes': 15,
  'extensions.webextensions.uuids': JSON.stringify({
    [firefoxId]: pagesHost,
    [testWalletGeckoId]: testWalletPagesHost,
  }),
  // A permission that is requested after a press is granted without a window.
  'extensions.webextOptionalPermissionPrompts': false,
  // No network calls and no dialogs.
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.aboutwelcome.enabled': false,
  // Preloaded pages and processes for new tabs, which no test opens, took a tenth of a start's time.
  'browser.startup.homepage': 'about:blank',
  'browser.newtabpage.enabled': false,
  'browser.newtab.preload': false,
  'dom.ipc.processPrelaunch.enabled': false,
  'browser.sessionstore.resume_from_crash': false,
  'toolkit.startup.max_resumed_crashes': -1,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'services.settings.server': 'data:,none',
  'extensions.update.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'media.gmp-manager.updateEnabled': false,
} as const

export interface FirefoxPrefs {
  readonly [name: string]: string | number | boolean
}

/** Returns the extensions' ids. An extension that is already there stays as it is. */
export async function fillProfile(
  profile: string,
  folders: readonly string[],
  prefs: FirefoxPrefs,
): Promise<readonly string[]> {
  const lines = Object.entries({ ...usualPrefs, ...prefs }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  await writeFile(join(profile, 'user.js'), lines.join(''))
  const extensions = join(profile, 'extensions')
  await mkdir(extensions, { recursive: true })
  const ids = await Promise.all(folders.map(geckoId))
  for (const [index, folder] of folders.entries()) {
    const file = join(extensions, `${ids[index]}.xpi`)
    if (!existsSync(file)) await writeFile(file, zipBytes(folderEntries(folder)))
  }
  return ids
}

async function geckoId(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
    readonly browser_specific_settings?: { readonly gecko?: { readonly id?: string } }
  }
  const id = manifest.browser_specific_settings?.gecko?.id
  if (id === undefined) throw new Error(`${folder} is no extension for Firefox: it names no gecko id`)
  return id
}
