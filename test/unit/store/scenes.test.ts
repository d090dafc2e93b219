import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pictureName, pictureSize, scenes, themes, tileSize } from '../../store/scenes.ts'

const folder = 'test/store'
const pictures = scenes.flatMap((scene) => themes.map((theme) => pictureName(scene, theme)))

/** Reads size, bit depth and color type from a PNG header. */
function headerOf(file: string) {
  const bytes = readFileSync(file)
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG')
  return {
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    bits: bytes[24],
    colorType: bytes[25],
  }
}

describe('pictures for the stores and the README', () => {
  it('all exist, and there are no others', () => {
    const found = readdirSync(folder).filter((name) => name.endsWith('.png'))
    expect(found.sort()).toEqual([...pictures, 'readme.png', 'tile.png'].sort())
  })

  it.each([...pictures.map((name) => [name, pictureSize] as const), ['tile.png', tileSize] as const])(
    '%s has its size, 24 bits and no transparency',
    (name, size) => {
      expect(headerOf(join(folder, name))).toEqual({ ...size, bits: 8, colorType: 2 })
    },
  )

  it('stay small enough for a repository', () => {
    const bytes = pictures.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    expect(bytes).toBeLessThan(2_000_000)
  })

  it('icons have the size they are named after', () => {
    for (const size of [16, 32, 48, 128]) {
      expect(headerOf(`public/icon/${size}.png`)).toMatchObject({ width: size, height: size })
    }
  })
})

describe.each([
  ['chrome', 'chromium', 132],
  ['firefox', 'firefox', 250],
] as const)('the texts for %s', (store, browser, longestSummary) => {
  const text = readFileSync(join(folder, `${store}.md`), 'utf8')
  const section = (name: string) => text.split(`\n## ${name}\n`)[1]?.split('\n## ')[0]?.trim() ?? ''
  const manifest = JSON.parse(readFileSync(`test/browser/golden/manifest-${browser}.json`, 'utf8')) as {
    readonly permissions: readonly string[]
  }

  it('have a summary that the store accepts', () => {
    const summary = section('Summary').replaceAll('\n', ' ')
    expect(summary.length).toBeGreaterThan(40)
    expect(summary.length).toBeLessThanOrEqual(longestSummary)
  })

  it('give a reason for each permission of the package, and for no other', () => {
    const reasons = [...section('Permissions').matchAll(/^\| `(\w+)`/gm)].map((match) => match[1])
    expect(reasons.sort()).toEqual([...manifest.permissions].sort())
  })
})
