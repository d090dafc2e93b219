import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allSources, filesEnding, packedSources, placesOf } from './source-files.ts'

describe('files', () => {
  it('stay under 250 lines', () => {
    const long = [...allSources, ...filesEnding('.css', '.sol')]
      .map((file) => ({ path: file.path, lines: file.text.split('\n').length - 1 }))
      .filter((file) => file.lines > 250)
    expect(long).toEqual([])
  })

  it('are named kebab-case, components PascalCase.tsx', () => {
    const wrong = allSources.filter((file) => {
      const name = basename(file.path)
      // A file is a component's when it exports one.
      const isComponent =
        /^components\/.+\.tsx$/.test(file.path) && /^export (function|const) [A-Z]/m.test(file.text)
      if (isComponent) return !/^[A-Z][A-Za-z0-9]*\.tsx$/.test(name)
      if (/^test\/unit\/components\//.test(file.path)) return !/^[A-Za-z0-9-]+(\.test)?\.tsx?$/.test(name)
      return !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|content|config|d))*\.tsx?$/.test(name)
    })
    expect(wrong.map((file) => file.path)).toEqual([])
  })

  it('have names that say something', () => {
    const vague = /(^|[-/])(utils?|helpers?|common|managers?|misc|shared)([-./]|$)/i
    expect(allSources.map((file) => file.path).filter((path) => vague.test(path))).toEqual([])
  })

  it('export what they are named after', () => {
    const wrong = packedSources.filter((file) => {
      if (!/^components\/([a-z]+\/)?[A-Z]/.test(file.path)) return false
      const name = basename(file.path, '.tsx')
      return !new RegExp(`export (function|const) ${name}\\b`).test(file.text)
    })
    expect(wrong.map((file) => file.path)).toEqual([])
  })
})

describe('code', () => {
  const own = allSources.filter((file) => !file.path.startsWith('test/house/'))

  it('has no any', () => {
    expect(placesOf(/(:|<|\bas|\||&|,)\s*any\b(?!\s+[a-z])/, own)).toEqual([])
  })

  it('silences no tool', () => {
    const marks = own.flatMap((file) =>
      /@ts-(ignore|nocheck|expect-error)|biome-ignore/.test(file.text) ? [file.path] : [],
    )
    expect(marks).toEqual([])
  })

  it('leaves nothing for later', () => {
    const marks = own.flatMap((file) => (/\b(TODO|FIXME|XXX|HACK)\b/.test(file.text) ? [file.path] : []))
    expect(marks).toEqual([])
  })

  it('is silent in production (DEP5)', () => {
    expect(placesOf(/\bconsole\./, packedSources)).toEqual([])
  })

  it('has default exports only where WXT wants one', () => {
    const wanted =
      /^(entrypoints\/([^/]*content\.ts|background\/index\.ts|background\.ts)|(wxt|(test\/mutation\/)?vitest)\.config\.ts)$/
    // Vitest calls the default export of a global set-up.
    const others = allSources.filter(
      (file) => !wanted.test(file.path) && !file.path.endsWith('global-setup.ts'),
    )
    expect(placesOf(/^export default\b/, others)).toEqual([])
  })

  it('never turns text into code or markup (API11)', () => {
    const risky =
      /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|eval\(|new Function\()/
    expect(placesOf(risky, packedSources)).toEqual([])
  })

  it('touches nothing in a page that the page shares with it', () => {
    const inPages = packedSources.filter((file) =>
      /^(lib\/(sites|wallet\/page)\/|entrypoints\/[^/]*content\.ts$)/.test(file.path),
    )
    expect(inPages.length).toBeGreaterThan(3)
    expect(placesOf(/wrappedJSObject|\.on[a-z]+\s*=[^=]/, inPages)).toEqual([])
  })

  it('names no path of a machine and no registry', () => {
    const places = [/['"`(\s]\/(work|home|Users|root)\//, /registry\.(npmjs|yarnpkg)/, /npmmirror|verdaccio/]
    expect(places.flatMap((pattern) => placesOf(pattern, own))).toEqual([])
  })

  it('does not mock our own modules and does not sleep in unit tests', () => {
    const tests = own.filter((file) => /^test\/(unit|flow)\//.test(file.path))
    expect(placesOf(/vi\.mock\(|vi\.doMock\(/, tests)).toEqual([])
    expect(placesOf(/setTimeout\((resolve|done|r)\b/, tests)).toEqual([])
  })
})

describe('styles', () => {
  it('use logical properties only', () => {
    const physical =
      /(^|[\s;{])((margin|padding|border|inset|scroll-margin|scroll-padding)-(left|right|top|bottom)\b|(left|right|top|bottom|width|height|min-width|max-width|min-height|max-height)\s*:|text-align\s*:\s*(left|right)|float\s*:\s*(left|right)|border-(top|bottom)-(left|right)-radius)/
    expect(placesOf(physical, filesEnding('.css'))).toEqual([])
  })

  it('import nothing from elsewhere', () => {
    expect(placesOf(/url\(\s*['"]?(https?:)?\/\//, filesEnding('.css'))).toEqual([])
  })
})
