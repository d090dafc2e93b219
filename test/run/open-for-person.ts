import type { Stage } from './stage.ts'

/** Shows the example page and Ferry and waits for Ctrl-C or for the browser's last page to be closed. */
export async function openForPerson(
  { sandbox, driver, person, say }: Stage,
  asked: Promise<void>,
): Promise<void> {
  await driver.openPage(`${sandbox.pagesUrl}/`)
  await driver.openFerry()
  if (person?.way === 'loopback') {
    await person.setMode('auto')
    say('the wallet program has no window: it says yes to everything')
  }
  say('Ferry and the example page are open; Ctrl-C ends everything')
  await Promise.race([asked, driver.closed()])
}
