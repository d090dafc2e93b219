import type { LiveHarness } from './live-harness.ts'
import { onChange, sources } from './on-change.ts'

/** Shows the example page and Ferry and waits for Ctrl-C or for the browser's last page to be closed. */
export async function openForPerson(
  harness: LiveHarness,
  asked: Promise<void>,
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
  await Promise.race([asked, driver.closed()])
  stopWatching()
}

/** Puts Ferry as it is written now in the place of the one that runs, at each change of its sources. A build that fails leaves that one. */
function reloadOnChange({ driver, reload, say }: LiveHarness): () => void {
  say('each change of the sources is built and loaded')
  const again = async (): Promise<void> => {
    await reload()
    await driver.openFerry()
    say('built anew and loaded')
  }
  return onChange(sources, again, (thrown) => say(thrown instanceof Error ? thrown.message : String(thrown)))
}
