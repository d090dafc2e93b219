import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hashStyles } from '../run/rewrites/frame-styles.ts'
import { readManifest } from './golden/read-manifest.ts'
import { journeyHarness } from './journey-harness.ts'

const { browser, folder, baseUrl, chains } = journeyHarness()
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
const texts = files
  .filter((name) => /\.(js|json|html|css)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const scripts = texts.filter(({ name }) => name.endsWith('.js'))

/** The App in the popup, a window or a tab, and in the side panel; nothing else. */
const pages = ['popup.html', 'sidepanel.html']

const occurrences = (pattern: RegExp, where = scripts): readonly string[] =>
  where.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([found]) => `${name}: ${found}`))

it('has exactly the golden manifest: the permissions of a swap, the hosts of the deployment file, and no access for another extension (X1)', () => {
  const portBase = Number(new URL(chains[0]?.rpcUrl ?? '').port)
  const golden = join(import.meta.dirname, 'golden', `manifest-${browser}.json`)
  expect(readManifest(folder, portBase)).toEqual(JSON.parse(readFileSync(golden, 'utf8')))
})

it('allows the styles in its pages, and no others', () => {
  const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8')
  const styles = pages.map((page) => hashStyles(readFileSync(join(folder, page), 'utf8')))
  expect(new Set(manifest.match(/'sha256-[^']+'/g))).toEqual(new Set(styles))
})

describe('the package', () => {
  it('has one deployment', () => {
    const holders = texts.filter(({ text }) => text.includes('permitMaxLifeSeconds":'))
    expect(holders.map(({ name }) => name)).toEqual(['deployment.json'])
    const named = texts.filter(({ text }) => text.includes(new URL(baseUrl).host))
    expect(named.map(({ name }) => name).sort()).toEqual(['deployment.json', 'manifest.json'])
  })

  it("has no source map, no test and no page but the App's two", () => {
    expect(files.filter((name) => /\.(map|ts|tsx|md)$/.test(name))).toEqual([])
    expect(files.filter((name) => name.endsWith('.html'))).toEqual(pages)
  })

  it('can say that any file of a screen is missing: the code for it needs only the scripts of the first picture', () => {
    const failed = scripts.filter(({ name }) => /chunks\/failed-/.test(name))
    const imports = failed.flatMap(({ text }) => [
      ...text.matchAll(/(?:from|import)"\.\/([\w-]+)-[\w-]{8}\.js"/g),
    ])
    expect(imports.map(([, name]) => name).sort()).toEqual(['app', 'first', 'rolldown-runtime'])
  })

  it('cannot set markup from text, creates no code from text, and loads none from elsewhere', () => {
    const markup = /\.(innerHTML|outerHTML)\b|insertAdjacentHTML|document\.write\(/g
    expect(occurrences(markup)).toEqual([])
    expect(occurrences(/\beval\(|new Function\(|importScripts\(|import\(["'`]https?:/g)).toEqual([])
    for (const page of pages) {
      const html = readFileSync(join(folder, page), 'utf8')
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|style="|https?:\/\//)
    }
  })

  it('has no secret (DEP4)', () => {
    const secrets =
      /x-api-key|-----BEGIN [A-Z ]+-----|\b(AKIA|ASIA)[0-9A-Z]{16}\b|\b(sk|pk|rk)_(live|test)_\w+|\bgh[pousr]_\w{30,}|\bxox[abprs]-\w{8,}|\beyJ[\w-]{10,}\.[\w-]{10,}\.|\bAIza[\w-]{35}\b|api[-_]?key["']?\s*[:=]\s*["'`][\w-]{8,}|bearer [\w.-]{16,}|0xac0974bec39a17e3/gi
    expect(occurrences(secrets, texts)).toEqual([])
  })

  it('names no host except this machine, namespaces, and a page of documentation in an error (DEP1)', () => {
    const known = /: (https?|wss?):\/\/(127\.0\.0\.1|localhost|\[::1\]|www\.w3\.org|viem\.sh)(:|$)/
    const hosts = occurrences(/\b(?:https?|wss?):\/\/[a-z0-9.[\]:-]+/gi)
    expect(hosts.filter((host) => !known.test(host))).toEqual([])
  })
})
