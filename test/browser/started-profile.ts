import { cp, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectBidi } from './bidi.ts'
import { startFirefoxProcess } from './firefox-process.ts'
import { fillProfile } from './firefox-profile.ts'

/** A new folder for a profile: a copy of the started one, or empty without one. The caller removes it. */
export async function newProfile(started: string | null): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'ferry-profile-'))
  if (started !== null) await cp(started, profile, { recursive: true })
  return profile
}

/**
 * Makes a profile on which Firefox has been started and closed, without extensions. A start on a copy of it
 * takes about half the processor time of a start on an empty folder, because the caches of Firefox's own code
 * exist.
 */
export async function makeStartedProfile(profile: string): Promise<string> {
  await mkdir(profile, { recursive: true })
  await fillProfile(profile, [], {})
  const firefox = await startFirefoxProcess(profile, true)
  try {
    const bidi = await connectBidi(firefox.url, ['log'])
    // Firefox writes its caches when it closes by itself. It may be gone before it answers.
    await Promise.race([bidi.send('browser.close', {}), bidi.ended])
    await firefox.gone
  } catch (thrown) {
    await firefox.kill()
    throw thrown
  }
  return profile
}
