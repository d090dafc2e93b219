import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireChromium } from '../run/find-browser.ts'
import { quietFlags } from './chromium.ts'

export interface BareChromium {
  /** The URL of its DevTools protocol. Pending until it listens: without `--remote-debugging-port` for ever. */
  readonly devToolsUrl: Promise<string>
  close(): Promise<void>
}

/** Starts a Chromium without Playwright, with unpacked extensions and its own profile. */
export async function startBareChromium(
  extensions: readonly string[],
  flagsAndUrl: readonly string[],
): Promise<BareChromium> {
  const profile = await mkdtemp(join(tmpdir(), 'ferry-profile-'))
  const folders = extensions.join(',')
  const flags = [
    ...quietFlags,
    '--headless=new',
    `--user-data-dir=${profile}`,
    `--disable-extensions-except=${folders}`,
    `--load-extension=${folders}`,
  ]
  const child = spawn(requireChromium(), [...flags, ...flagsAndUrl], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  const devToolsUrl = new Promise<string>((done) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += String(chunk)
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
      if (address !== undefined) done(address)
    })
  })
  const gone = new Promise<void>((done) => {
    child.once('close', () => done())
    child.once('error', () => done())
  })
  return {
    devToolsUrl,
    close: async () => {
      child.kill('SIGKILL')
      await gone
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
