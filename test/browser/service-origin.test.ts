import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import messages from '../../public/_locales/en/messages.json'
import { buildExtension, setServiceKind } from '../run/build-extension.ts'
import { servePages } from './hostile-page/serve.ts'
import { type Journey, useJourney } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'
import { connect, startScenario, waitForEnd, waitForProblem } from './swap-journey.ts'
import { basicScenarios, type SwapScenario } from './swap-scenarios.ts'
import { testWalletPage } from './wallet-extension/test-wallet.ts'

const { browser, baseUrl, chains, folder: plain, walletFolder } = journeyHarness()
const [scenario] = basicScenarios(chains) as [SwapScenario]
const operator = 'https://swap.operator.example'

const builds = await mkdtemp(join(tmpdir(), 'ferry-build-'))
const pages = await servePages({ '/': '<!doctype html><title>A page</title>' })
afterAll(async () => {
  await pages.stop()
  await rm(builds, { recursive: true, force: true })
})
const packed = JSON.parse(readFileSync(join(plain, 'deployment.json'), 'utf8'))
// This profile has no page address for the add-on id of a package that is not the sandbox's.
const kind = browser === 'firefox' ? 'sandbox' : 'frontend'
const named = { ...packed, service: { ...packed.service, origin: operator } }
const bearing = await buildExtension(builds, named, browser)
await setServiceKind(bearing, kind)

it('has the permission for request rules in the package, and no static rules', () => {
  const manifest = JSON.parse(readFileSync(join(bearing, 'manifest.json'), 'utf8'))
  expect(manifest.permissions).toContain('declarativeNetRequestWithHostAccess')
  expect(manifest).not.toHaveProperty('declarative_net_request')
})

async function originToldBy({ control, driver }: Journey, pageUrl: string, name: string) {
  const page = await driver.openPage(pageUrl)
  await page.run(`fetch('${baseUrl}/api/v1/supported-chains?by=${name}').then(() => true, () => false)`)
  return (await control.asked()).find(({ params }) => params.by === name)?.origin
}

describe('a service that requires a whitelisted origin for every request', () => {
  describe("with the operator's origin in the deployment file", () => {
    const journey = useJourney({ folder: bearing, others: [walletFolder] })

    it('answers Ferry from the lists to the end of a swap, and no page or wallet', async () => {
      const { control, driver } = journey()
      await control.origins([operator], [], true)
      const ferry = await driver.openFerry()
      await connect(driver, ferry)
      await startScenario(ferry, scenario)
      expect([3, 4]).toContain(await waitForEnd(ferry))
      expect(await ferry.isVisible('sandbox')).toBe(kind === 'sandbox')
      // Every request since the browser started, by GET or by POST.
      const requested = await control.asked()
      expect([...new Set(requested.map(({ origin }) => origin))]).toEqual([operator])
      expect(requested.map(({ endpoint }) => endpoint)).toEqual(
        expect.arrayContaining(['quote', 'submit', 'status']),
      )

      expect(await originToldBy(journey(), pages.site, 'page')).toBe(pages.site)
      expect(await originToldBy(journey(), testWalletPage(browser), 'wallet')).toBeNull()
    })
  })

  describe('without an origin', () => {
    const journey = useJourney()

    it('names the missing access and the party that can grant it', async () => {
      const { control, driver } = journey()
      await control.origins([operator, driver.extensionOrigin], [], true)
      const ferry = await driver.openFerry()
      expect(await waitForProblem(ferry)).toBe('serviceOriginNotAllowed')
      const { problem_serviceOriginNotAllowed: what, problem_serviceOriginNotAllowed_next: next } = messages
      expect(await ferry.text('problem')).toContain(what.message)
      expect(await ferry.text('problem-next')).toBe(next.message)
    })
  })
})
