import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

interface BrowserSearch {
  readonly title: string
  readonly names: readonly string[]
  readonly variable: string
  readonly package: string
}

export const browsers = {
  // Google Chrome no longer loads unpacked extensions from the command line; Chromium does.
  chromium: {
    title: 'Chromium',
    names: ['chromium', 'chromium-browser'],
    variable: 'FERRY_CHROMIUM',
    package: 'chromium',
  },
  // Only ESR and developer builds load an unsigned extension.
  firefox: {
    title: 'Firefox ESR',
    names: ['firefox-esr'],
    variable: 'FERRY_FIREFOX',
    package: 'firefox-esr',
  },
} satisfies { readonly [name: string]: BrowserSearch }

export type BrowserKind = keyof typeof browsers

/** From its environment variable, else the first one on PATH; null if there is none. */
export function findBrowser(browser: BrowserKind): string | null {
  const { names, variable } = browsers[browser]
  const named = process.env[variable]
  if (named !== undefined) return canRun(named) ? named : null
  const folders = (process.env.PATH ?? '').split(delimiter)
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return places.find(canRun) ?? null
}

/** Returns Chromium's path. Throws with instructions if there is none. */
export function requireChromium(): string {
  return requireBrowser('chromium')
}

/** Returns Firefox's path. Throws with instructions if there is none. */
export function requireFirefox(): string {
  return requireBrowser('firefox')
}

export function howToInstall(browser: BrowserKind): string {
  const sought = browsers[browser]
  return `${sought.title} is missing: install it (on Debian: apt-get install ${sought.package}) or name it with ${sought.variable}=PATH.`
}

function requireBrowser(browser: BrowserKind): string {
  const found = findBrowser(browser)
  if (found === null) throw new Error(howToInstall(browser))
  return found
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
