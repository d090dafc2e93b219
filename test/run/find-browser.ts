import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

interface Sought {
  /** Names the program and what is missing. */
  readonly title: string
  readonly names: readonly string[]
  readonly variable: string
  /** Debian's package. */
  readonly package: string
}

/** What journeys can run in. */
export const browsers = {
  // Google's own Chrome no longer loads unpacked extensions from the command line; Chromium does.
  chromium: {
    title: 'Chromium',
    names: ['chromium', 'chromium-browser'],
    variable: 'FERRY_CHROMIUM',
    package: 'chromium',
  },
  // Only the ESR and developer builds take an extension nobody signed.
  firefox: {
    title: 'Firefox ESR',
    names: ['firefox-esr'],
    variable: 'FERRY_FIREFOX',
    package: 'firefox-esr',
  },
} satisfies { readonly [name: string]: Sought }

export type SoughtBrowser = keyof typeof browsers

/** Where a browser is: what its variable names, else the first on the PATH; null when there is none. */
export function findBrowser(browser: SoughtBrowser): string | null {
  const { names, variable } = browsers[browser]
  const named = process.env[variable]
  if (named !== undefined) return canRun(named) ? named : null
  const folders = (process.env.PATH ?? '').split(delimiter)
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return places.find(canRun) ?? null
}

/** Where Chromium is; throws with what to do when there is none. */
export function requireChromium(): string {
  return requireBrowser('chromium')
}

/** Where Firefox is; throws with what to do when there is none. */
export function requireFirefox(): string {
  return requireBrowser('firefox')
}

/** The one line a person reads when a browser is not there and cannot be installed. */
export function howToInstall(browser: SoughtBrowser): string {
  const sought = browsers[browser]
  return `${sought.title} is missing: install it (on Debian: apt-get install ${sought.package}) or name it with ${sought.variable}=PATH.`
}

function requireBrowser(browser: SoughtBrowser): string {
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
