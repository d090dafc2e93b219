import { viewChannel } from '../../lib/rpc/rpc-client.ts'
import { startChromium } from '../browser/chromium.ts'
import type { View } from '../browser/driver.ts'
import { connect, fillForm, primaryIs } from '../browser/swap-journey.ts'
import { basicScenarios } from '../browser/swap-scenarios.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { median } from './first-paint.ts'

const rounds = 9

/** Evaluated in the view: milliseconds from the press on *Review swap* to the review's first frame, and to its figures. */
const pressExpression = `(async () => {
  const find = (testId) => document.querySelector('[data-testid="' + testId + '"]')
  const shown = (testId) => new Promise((done) => {
    const look = () => {
      if (find(testId) === null) return
      watch.disconnect()
      requestAnimationFrame(() => done(performance.now()))
    }
    const watch = new MutationObserver(look)
    watch.observe(document, { childList: true, subtree: true, attributes: true })
    look()
  })
  const startMs = performance.now()
  const all = Promise.all([shown('review-screen'), shown('review-steps')])
  find('primary').click()
  const [shownMs, checkedMs] = await all
  return { shownMs: shownMs - startMs, checkedMs: checkedMs - startMs }
})()`

/** Evaluated in the view: milliseconds from typing another amount to the quote request. */
function typeExpression(amount: string): string {
  return `new Promise((done) => {
    const { runtime } = globalThis.browser ?? globalThis.chrome
    const send = runtime.sendMessage.bind(runtime)
    const field = document.getElementById('amount')
    let startMs = 0
    runtime.sendMessage = (message, ...others) => {
      if (message?.channel === ${JSON.stringify(viewChannel)} && message.name === 'quote') {
        runtime.sendMessage = send
        done(performance.now() - startMs)
      }
      return send(message, ...others)
    }
    field.value = ${JSON.stringify(amount)}
    startMs = performance.now()
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })`
}

interface PressFigures {
  readonly reviewShownMs: number
  readonly reviewCheckedMs: number
  readonly quoteSentMs: number
}

/** Measures on the form of the extension in this folder, with a connected wallet. Medians. */
export async function formPressesMs(
  folder: string,
  { ledger, control }: Pick<Sandbox, 'ledger' | 'control'>,
): Promise<PressFigures> {
  const driver = await startChromium({ folder, headless: true })
  try {
    await control.origins([driver.extensionOrigin])
    const ferry = await driver.openFerry()
    await connect(driver, ferry)
    const [scenario] = basicScenarios(ledger.chains)
    if (scenario === undefined) throw new Error('the sandbox has no swap')
    await fillForm(ferry, scenario)
    const reviews = await measureReviews(ferry)
    const sent: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      // Longer than any typing pause, so that the key counts as a first one.
      await new Promise((done) => setTimeout(done, 2_000))
      sent.push(Number(await ferry.run(typeExpression(`${20 + round}`))))
      await ferry.waitUntil(primaryIs('review'), 'the quote')
    }
    return {
      reviewShownMs: median(reviews.map(({ shownMs }) => shownMs)),
      reviewCheckedMs: median(reviews.map(({ checkedMs }) => checkedMs)),
      quoteSentMs: median(sent.slice(1)),
    }
  } finally {
    await driver.close()
  }
}

/** The first round loads the review's code and is not counted. */
async function measureReviews(ferry: View) {
  const all: { readonly shownMs: number; readonly checkedMs: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    await ferry.waitUntil(primaryIs('review'), 'a quote that can be reviewed')
    all.push((await ferry.run(pressExpression)) as { shownMs: number; checkedMs: number })
    await ferry.click('back')
  }
  return all.slice(1)
}
