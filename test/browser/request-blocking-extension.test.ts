import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import messages from '../../public/_locales/en/messages.json'
import { useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { openQuote, pickPair } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'

// A copy, because the browser writes into the folder of an extension with rules.
const rules = await mkdtemp(join(tmpdir(), 'ferry-rules-'))
await cp(join(import.meta.dirname, 'rule-extension'), rules, { recursive: true })
afterAll(() => rm(rules, { recursive: true, force: true }))

const journey = useJourney({ others: [rules] })
const [signedScenario] = basicScenarios(journeyHarness().chains) as [SwapScenario]
const markup = '<img src=x onerror="document.title=1">'

describe('with an extension that blocks, redirects and rewrites requests to the service (X4)', () => {
  it("affects a page but not Ferry; and a route's name from the service is shown as text or not at all (API11)", async () => {
    const { harness, control, driver } = journey()
    const page = await driver.openPage(`${harness.baseUrl}/api/v1/nothing`)
    const tried = (path: string, received: string) =>
      page.run(`fetch('/api/v1/${path}').then((answer) => ${received}, () => 'blocked')`)
    // A control: the rules work, and hit a page's requests to the very same URLs.
    await expect.poll(() => tried('tokens/list', "'through'")).toBe('blocked')
    expect(await tried('exchange/quote', "'through'")).toBe('blocked')
    expect(await tried('supported-chains', "answer.headers.get('content-type')")).toBe('text/html')

    const value = { pointer: '/result/autoRoute/routeDetails/name', value: markup }
    await control.fault({ endpoint: 'quote', kind: 'field', value, times: 50 })
    const ferry = await driver.openFerry()
    await pickPair(ferry, signedScenario)
    await ferry.fill('amount', signedScenario.amountText)
    await ferry.waitFor('quote-row')
    await openQuote(ferry)
    // Markup is not a name: the route has its kind's own name.
    expect(await ferry.text('quote-row')).toContain(messages.routeAutomatic.message)
    expect(await ferry.text('quote-row')).not.toContain('<')
    expect(await ferry.run(`document.querySelectorAll('img[src="x"]').length`)).toBe(0)
    expect(await ferry.run('document.title')).toBe('Ferry')
  })
})
