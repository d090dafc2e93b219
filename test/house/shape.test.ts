import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourcesInPages } from './import-graph.ts'
import { allSources, filesEnding, packedSources, placesOf } from './source-files.ts'

describe('files', () => {
  it('stay under 250 lines', () => {
    const long = [...allSources, ...filesEnding('.css', '.sol')]
      .map((file) => ({ path: file.path, lines: file.text.split('\n').length - 1 }))
      .filter((file) => file.lines > 250)
    expect(long).toEqual([])
  })

  it('have names that say something', () => {
    const vague = /(^|[-/])(utils?|helpers?|common|managers?|misc|shared)([-./]|$)/i
    expect(allSources.map((file) => file.path).filter((path) => vague.test(path))).toEqual([])
  })

  it('have the name of the component they export, and only such', () => {
    const wrong = allSources.filter((file) => {
      if (!/^components\/.+\.tsx$/.test(file.path)) return false
      const name = basename(file.path, '.tsx')
      return /^[A-Z]/.test(name)
        ? !new RegExp(`^export (function|const) ${name}\\b`, 'm').test(file.text)
        : /^export (function|const) [A-Z]/m.test(file.text)
    })
    expect(wrong.map((file) => file.path)).toEqual([])
  })
})

/** What a linter's rule is set to: a level, or one with options. */
type Setting = string | { readonly level: string }

interface LintRules {
  readonly [group: string]: { readonly [rule: string]: Setting } | string
}

interface LintConfig {
  readonly linter: { readonly rules: LintRules }
  readonly overrides: readonly {
    readonly includes: readonly string[]
    readonly linter: { readonly rules: LintRules }
  }[]
}

/** `rule: level` of each rule that is set. */
function levelsOf(rules: LintRules): string[] {
  return Object.values(rules).flatMap((group) =>
    typeof group === 'string'
      ? []
      : Object.entries(group).map(([rule, set]) => `${rule}: ${typeof set === 'string' ? set : set.level}`),
  )
}

describe('the linter', () => {
  const { linter, overrides } = JSON.parse(readFileSync('biome.json', 'utf8')) as LintConfig

  it('has the rules that no test here repeats', () => {
    const wanted = [
      'noBarrelFile',
      'noDefaultExport',
      'noExplicitAny',
      'noImportCycles',
      'useFilenamingConvention',
    ]
    expect(levelsOf(linter.rules)).toEqual(expect.arrayContaining(wanted.map((rule) => `${rule}: error`)))
  })

  it('lets defaults be exported only where WXT and Vitest want one', () => {
    const [lenient, ...others] = overrides.filter(({ linter: { rules } }) =>
      levelsOf(rules).includes('noDefaultExport: off'),
    )
    expect(others).toEqual([])
    expect(lenient?.includes).toEqual([
      ...['entrypoints/background/index.ts', 'entrypoints/content.ts', 'entrypoints/*.content.ts'],
      ...['wxt.config.ts', 'vitest.config.ts', 'test/browser/global-setup.ts'],
    ])
  })

  it('keeps what is packed silent (DEP5)', () => {
    const silent = overrides.find(({ linter: { rules } }) => levelsOf(rules).includes('noConsole: error'))
    expect(silent?.includes).toEqual(['lib/**', 'components/**', 'entrypoints/**'])
  })
})

describe('code', () => {
  const own = allSources.filter((file) => !file.path.startsWith('test/house/'))

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

  it('never turns text into code or markup (API11)', () => {
    const risky =
      /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|eval\(|new Function\()/
    expect(placesOf(risky, packedSources)).toEqual([])
  })

  it('touches nothing in a page that the page shares with it', () => {
    expect(placesOf(/wrappedJSObject|\.on[a-z]+\s*=[^=]/, sourcesInPages)).toEqual([])
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

  it('take every colour, size, weight, face and time from the one sheet of tokens', () => {
    const sheets = filesEnding('.css').filter(
      ({ path }) => path.startsWith('components/') && !path.endsWith('/scales.css'),
    )
    const colour = /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/i
    const raw =
      /(font-size|font-weight|font-family|line-height|border-radius|box-shadow|letter-spacing)\s*:\s*-?[.\d]/
    const time = /\b(transition|animation)\b.*\b[.\d]+m?s\b/
    // A round thing is half its own size, whatever that is; a square corner and a shadow that is none are no measures.
    const plain = /:\s*(50%|0|0 0 0 0 var\(--[a-z-]+\)|0 0 0 [.\d]+rem transparent);/
    const places = [colour, raw, time].flatMap((pattern) =>
      sheets.flatMap(({ path, text }) =>
        text
          .split('\n')
          .flatMap((line, at) => (pattern.test(line) && !plain.test(line) ? [`${path}:${at + 1}`] : [])),
      ),
    )
    expect(places).toEqual([])
  })

  it('import nothing from elsewhere', () => {
    expect(placesOf(/url\(\s*['"]?(https?:)?\/\//, filesEnding('.css'))).toEqual([])
  })
})
