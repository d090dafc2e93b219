import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireChromium } from '../run/find-browser.ts'
import { quietFlags } from './chromium.ts'

/**
 * Opens a page in a Chromium without a debugger, with Ferry from a folder and its own profile. With a
 * debugger it prerenders nothing. Returns a function that closes it.
 */
export async function openBareChromium(folder: string, url: string): Promise<() => Promise<void>> {
  const profile = await mkdtemp(join(tmpdir(), 'ferry-profile-'))
  const flags = [
    ...quietFlags,
    '--headless=new',
    `--user-data-dir=${profile}`,
    `--disable-extensions-except=${folder}`,
    `--load-extension=${folder}`,
  ]
  const child = spawn(requireChromium(), [...flags, url], { stdio: 'ignore' })
  const gone = new Promise<void>((done) => {
    child.once('close', () => done())
    child.once('error', () => done())
  })
  return async () => {
    child.kill('SIGKILL')
    await gone
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}
