import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type BrowserKind, browsers, findBrowser, howToInstall } from './find-browser.ts'

/** Finds or installs a browser. Returns false after one line that says what to install. */
export function ensureBrowser(browser: BrowserKind): boolean {
  if (findBrowser(browser) !== null) return true
  const sought = browsers[browser]
  const isDebianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (isDebianRoot && process.env[sought.variable] === undefined) {
    console.log(`${sought.title} is missing: installing the Debian package (once).`)
    const run = (...args: string[]) =>
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0
    // Without a font, screenshots show boxes and text has no width. Roboto is for `picture-typeface.ts`.
    const packages = [sought.package, 'fonts-dejavu-core', 'fonts-roboto-unhinted']
    if (
      run('update') &&
      run('install', '-y', '--no-install-recommends', ...packages) &&
      findBrowser(browser) !== null
    )
      return true
  }
  console.error(howToInstall(browser))
  return false
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const named = process.argv[2] === 'firefox' ? 'firefox' : 'chromium'
  process.exitCode = ensureBrowser(named) ? 0 : 1
}
