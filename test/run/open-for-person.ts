import type { LiveHarness } from './live-harness.ts'
import { sources, watchSources } from './watch-sources.ts'

/** Opens the example page and Ferry. Waits for Ctrl-C or until the browser's last page closes. */
export async function openForPerson(
  harness: LiveHarness,
  requested: Promise<void>,
  isWatching: boolean,
): Promise<void> {
  const { sandbox, driver, person, say } = harness
  await driver.openPage(`${sandbox.pagesUrl}/`)
  await driver.openFerry()
  if (person?.connector === 'loopback') {
    await person.setMode('auto')
    say('the wallet program has no window: it says yes to everything')
  }
  say('Ferry and the example page are open; Ctrl-C ends everything')
  const stopWatching = isWatching ? reloadOnChange(harness) : () => undefined
  await Promise.race([requested, driver.waitUntilClosed()])
  stopWatching()
}

/** Rebuilds and reloads Ferry at each change of its sources. If a build fails, the running one stays. */
function reloadOnChange({ driver, reload, say }: LiveHarness): () => void {
  say('each change of the sources is built and loaded')
  const again = async (): Promise<void> => {
    await reload()
    await driver.openFerry()
    say('built anew and loaded')
  }
  return watchSources(sources, again, (thrown) =>
    say(thrown instanceof Error ? thrown.message : String(thrown)),
  )
}
