import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hashStyles } from '../run/rewrites/frame-styles.ts'
import { journeyHarness } from './journey-harness.ts'

const { browser, folder, baseUrl, rpcUrls, programPort } = journeyHarness()
const isFirefox = browser === 'firefox'
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
  readonly [key: string]: unknown
}
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
const scripts = files
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

/** The App in the popup, a window or a tab, and in the side panel; nothing else. */
const pages = ['popup.html', 'sidepanel.html']

const chromeOnly = {
  permissions: ['alarms', 'notifications', 'storage', 'unlimitedStorage', 'sidePanel'],
  side_panel: { default_path: 'sidepanel.html' },
  background: { service_worker: 'background.js' },
  externally_connectable: { ids: [] },
  minimum_chrome_version: '126',
}

const firefoxOnly = {
  permissions: ['alarms', 'notifications', 'storage', 'unlimitedStorage'],
  sidebar_action: { default_panel: 'sidepanel.html', default_title: 'Ferry', open_at_install: false },
  background: { scripts: ['background.js'] },
  browser_specific_settings: {
    gecko: {
      id: 'ferry@ferry.example',
      strict_min_version: '140.0',
      data_collection_permissions: { required: ['financialAndPaymentInfo'] },
    },
    gecko_android: { strict_min_version: '142.0' },
  },
}

describe('the manifest', () => {
  it('requests exactly the permissions that a swap needs, and listens to no other extension (X1)', () => {
    expect(manifest).toMatchObject({
      manifest_version: 3,
      name: 'Ferry',
      default_locale: 'en',
      incognito: 'not_allowed',
      commands: { _execute_action: { suggested_key: { default: 'Alt+Shift+F' } } },
    })
    expect(manifest).toMatchObject(isFirefox ? firefoxOnly : chromeOnly)
    const others = Object.keys(isFirefox ? chromeOnly : firefoxOnly)
    const inBoth = ['background', 'permissions']
    expect(others.filter((key) => key in manifest && !inBoth.includes(key))).toEqual([])
    const unwanted = ['web_accessible_resources', 'optional_permissions', 'key', 'sandbox']
    expect(unwanted.filter((key) => key in manifest)).toEqual([])
  })

  it('names the hosts of the deployment file and no other', () => {
    const hosts = [baseUrl, ...rpcUrls]
    // In Firefox a port in a pattern makes the fetch fail. There only the policy has the ports.
    const patterns = isFirefox ? ['http://127.0.0.1/*'] : hosts.map((host) => `${host}/*`)
    expect(manifest.host_permissions).toEqual(patterns)
    // Only for a wallet on this machine, after the person switches it on.
    const optional = isFirefox ? patterns : [`http://127.0.0.1:${programPort}/*`]
    expect(manifest.optional_host_permissions).toEqual(optional)
  })

  it('has the policy of C21', () => {
    const styles = new Set(pages.map((page) => hashStyles(readFileSync(join(folder, page), 'utf8'))))
    const policy = (manifest.content_security_policy as { extension_pages: string }).extension_pages.split(
      '; ',
    )
    const connect = policy.find((part) => part.startsWith('connect-src'))?.split(' ') ?? []
    expect(policy.filter((part) => !part.startsWith('connect-src')).sort()).toEqual(
      [
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' ${[...styles].join(' ')}`,
        "img-src 'self' blob: data:",
        "font-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].sort(),
    )
    expect(connect.slice(0, 2)).toEqual(['connect-src', "'self'"])
    expect(connect).toEqual(expect.arrayContaining([baseUrl, ...rpcUrls]))
    expect(
      connect.filter((host) => host.startsWith('http') && !host.startsWith('http://127.0.0.1:')),
    ).toEqual([])
  })

  it('runs content scripts in top frames of https and loopback pages', () => {
    const content = manifest.content_scripts as readonly {
      matches: string[]
      all_frames?: boolean
      world?: string
    }[]
    expect(content.length).toBe(2)
    for (const script of content) {
      expect(script.all_frames ?? false).toBe(false)
      for (const match of script.matches)
        expect(match).toMatch(/^(https:\/\/\*\/\*|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\*)?\/\*)$/)
    }
    expect(content.map((script) => script.world ?? 'ISOLATED')).toEqual(['ISOLATED', 'MAIN'])
  })
})

describe('the package', () => {
  it('has one deployment', () => {
    const holders = files.filter((name) => {
      if (!/\.(js|json|html)$/.test(name)) return false
      return readFileSync(join(folder, name), 'utf8').includes('permitMaxLifeSeconds":')
    })
    expect(holders).toEqual(['deployment.json'])
    const usual = 'http://127.0.0.1:8787'
    const named = files.filter((name) => readFileSync(join(folder, name), 'latin1').includes(usual))
    expect(baseUrl === usual ? [] : named).toEqual([])
  })

  it("has no source map, no test and no page but the App's two", () => {
    expect(files.filter((name) => /\.(map|ts|tsx|md)$/.test(name))).toEqual([])
    expect(files.filter((name) => name.endsWith('.html'))).toEqual(pages)
  })

  it('cannot set markup from text', () => {
    const risky = /\.(innerHTML|outerHTML)\b|insertAdjacentHTML|document\.write\(/
    expect(scripts.filter(({ text }) => risky.test(text)).map(({ name }) => name)).toEqual([])
  })

  it('has no secret (DEP4)', () => {
    const secrets =
      /x-api-key|-----BEGIN [A-Z ]*PRIVATE KEY|\b(AKIA|ASIA)[0-9A-Z]{16}\b|\b(sk|pk|rk)_(live|test)_\w{10,}|\bgh[pousr]_\w{30,}|\bxox[abprs]-\w{8,}|\beyJ[\w-]{10,}\.[\w-]{10,}\.|\bAIza[\w-]{35}\b|0xac0974bec39a17e3/
    const texts = files.filter((name) => /\.(js|json|html|css)$/.test(name))
    expect(texts.filter((name) => secrets.test(readFileSync(join(folder, name), 'utf8')))).toEqual([])
  })

  it('names no host outside the deployment file (DEP1)', () => {
    // Names of formats, and of the pages that libraries' messages point to. Ferry never calls them.
    const words = new Set(['www.w3.org', 'viem.sh', 'oxlib.sh', 'abitype.dev', 'github.com', 'wxt.dev'])
    const ours = new Set([baseUrl, ...rpcUrls].map((url) => new URL(url).hostname))
    const named = scripts.flatMap(({ text }) =>
      [...text.matchAll(/\b(?:https?|wss?):\/\/([a-z0-9.-]+\.[a-z]{2,}|\d+\.\d+\.\d+\.\d+)/gi)].map(
        ([, host = '']) => host,
      ),
    )
    expect([...new Set(named)].filter((host) => !words.has(host) && !ours.has(host))).toEqual([])
  })

  it('creates no code from text and loads none from elsewhere', () => {
    const risky = scripts.filter(({ text }) =>
      /\beval\(|new Function\(|importScripts\(|import\(["'`]https?:/.test(text),
    )
    expect(risky.map(({ name }) => name)).toEqual([])
    for (const page of pages) {
      const html = readFileSync(join(folder, page), 'utf8')
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|style="|https?:\/\//)
    }
  })
})
