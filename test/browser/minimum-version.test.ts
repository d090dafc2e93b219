import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { features } from './golden/features.ts'
import { journeyHarness } from './journey-harness.ts'

const { browser, folder } = journeyHarness()
const packed = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(js|css|html|json)$/.test(name) && !name.startsWith('_locales'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))

function askedFor(): number {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    readonly minimum_chrome_version?: string
    readonly browser_specific_settings?: { readonly gecko: { readonly strict_min_version: string } }
  }
  const { minimum_chrome_version: chrome, browser_specific_settings: settings } = manifest
  return Number.parseInt((browser === 'firefox' ? settings?.gecko.strict_min_version : chrome) ?? '', 10)
}

it('requires exactly the oldest browser that has every used feature', () => {
  const used = features.filter(({ pattern }) => packed.some((text) => pattern.test(text)))
  const since = (feature: (typeof features)[number]) =>
    browser === 'firefox' ? feature.firefox : feature.chrome
  const newest = used.reduce((one, other) => (since(one) >= since(other) ? one : other))
  const tooNew = used.filter((feature) => since(feature) > askedFor())
  expect(tooNew.map((feature) => `${feature.name} needs ${since(feature)}`)).toEqual([])
  expect(`${newest.name} needs ${since(newest)}`).toBe(`${newest.name} needs ${askedFor()}`)
})
