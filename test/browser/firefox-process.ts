import { spawn } from 'node:child_process'
import { requireFirefox } from '../run/find-browser.ts'

export interface FirefoxProcess {
  /** The URL of its WebDriver BiDi. */
  readonly url: string
  readonly pid: number
  readonly gone: Promise<void>
  /** Ends it immediately, as a crash or a power cut would, and waits until it is gone. */
  kill(): Promise<void>
}

const startMs = 60_000

/** If WebDriver BiDi does not answer within a minute, throws Firefox's output. */
export async function startFirefoxProcess(profile: string, headless: boolean): Promise<FirefoxProcess> {
  const flags = ['--remote-debugging-port', '0', '--remote-allow-system-access', '--no-remote']
  const child = spawn(
    requireFirefox(),
    [...(headless ? ['--headless'] : []), ...flags, '--profile', profile],
    // It gets its own home folder: Firefox refuses to run as root in another user's.
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
    },
  )
  const gone = new Promise<void>((done) => child.once('close', () => done()))
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await gone
  }
  let said = ''
  const url = await new Promise<string | null>((done) => {
    const timer = setTimeout(() => done(null), startMs)
    const settle = (found: string | null) => {
      clearTimeout(timer)
      done(found)
    }
    child.stderr.on('data', (chunk: Buffer) => {
      said += String(chunk)
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1]
      if (address !== undefined) settle(address)
    })
    child.once('error', () => settle(null))
    void gone.then(() => settle(null))
  })
  if (url === null) {
    await kill()
    throw new Error(`Firefox did not start: ${said.slice(-600)}`)
  }
  return { url: `${url}/session`, pid: child.pid ?? 0, gone, kill }
}
