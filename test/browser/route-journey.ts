import { testIdSelector, type View } from './driver.ts'
import type { RouteScenario } from './route-scenarios.ts'
import { openQuote, pickPair, primaryIs } from './swap-journey.ts'

/** Opens the list of routes, requests every kind, and picks the one whose key starts with `start`. */
export async function pickRoute(ferry: View, start: string): Promise<void> {
  const card = `document.querySelector('[data-route^="${start}"]:not(:disabled)')`
  await openQuote(ferry)
  await ferry.click('routes-open')
  await ferry.waitFor('more-routes')
  // The form stores the switch.
  const isOn = await ferry.run(`document.querySelector('${testIdSelector('more-routes')}').checked`)
  if (!isOn) await ferry.click('more-routes')
  await ferry.waitUntil(card, `a route ${start}`)
  await ferry.run(`${card}.click()`)
  await ferry.waitGone('route-list')
  await ferry.waitUntil(primaryIs('review'), 'the picked route to be quoted')
}

/** Sets options on the advanced sheet: switches and chips by name, texts by name and value. */
export async function setOptions(
  ferry: View,
  options: { readonly [name: string]: string | true },
): Promise<void> {
  await ferry.click('advanced-open')
  for (const [name, value] of Object.entries(options)) {
    if (value === true) await ferry.click(`option-${name}`)
    else await ferry.fill(`option-${name}`, value)
  }
  await ferry.waitUntil(
    `document.querySelector('[data-testid="advanced-sheet"] [aria-invalid="true"]') === null`,
    'every option to be taken',
  )
  await ferry.press('Escape')
  await ferry.waitGone('advanced-sheet')
}

export async function clearOptions(ferry: View): Promise<void> {
  await ferry.click('advanced-open')
  await ferry.click('options-reset')
  await ferry.press('Escape')
  await ferry.waitGone('advanced-sheet')
}

/** Fills in the form of a scenario, until the button says "Review swap". */
export async function fillRouteForm(ferry: View, scenario: RouteScenario): Promise<void> {
  await pickPair(ferry, scenario)
  if (scenario.receiver !== undefined) {
    if (!(await ferry.isVisible('receiver'))) await ferry.click('receiver-open')
    await ferry.fill('receiver', scenario.receiver)
  }
  if (scenario.options !== undefined) await setOptions(ferry, scenario.options)
  await ferry.fill('amount', scenario.amountText)
  // If no route may be chosen for the person, the form asks them to pick one.
  const isQuoted = `(${primaryIs('review')}) || (${primaryIs('pickRoute')})`
  await ferry.waitUntil(isQuoted, `a quote for ${scenario.name}`)
  if (scenario.route !== undefined) await pickRoute(ferry, scenario.route)
}

export async function requestHashOf(ferry: View): Promise<`0x${string}`> {
  const found = await ferry.run(
    `[...document.querySelectorAll('code[title]')].map((one) => one.title).find((text) => /^0x[0-9a-f]{64}$/.test(text)) ?? null`,
  )
  if (typeof found !== 'string') throw new Error('the order screen names no request')
  return found as `0x${string}`
}
