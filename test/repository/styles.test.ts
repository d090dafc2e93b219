import { expect, it } from 'vitest'
import { filesEnding, placesOf } from './source-files.ts'

it('uses logical properties only', () => {
  const physical =
    /(^|[\s;{])((margin|padding|border|inset|scroll-margin|scroll-padding)-(left|right|top|bottom)\b|(left|right|top|bottom|width|height|min-width|max-width|min-height|max-height)\s*:|text-align\s*:\s*(left|right)|float\s*:\s*(left|right)|border-(top|bottom)-(left|right)-radius)/
  expect(placesOf(physical, filesEnding('.css'))).toEqual([])
})

it('takes colours, sizes, weights, fonts and durations from scales.css', () => {
  const sheets = filesEnding('.css').filter(
    ({ path }) => path.startsWith('components/') && !path.endsWith('/scales.css'),
  )
  const colour = /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/i
  const size =
    /(font-size|font-weight|font-family|line-height|border-radius|box-shadow|letter-spacing)\s*:\s*-?[.\d]/
  const duration = /\b(transition|animation)\b.*\b[.\d]+m?s\b/
  // A circle, a square corner and "no shadow" need no token.
  const plain = /:\s*(50%|0|0 0 0 0 var\(--[a-z-]+\)|0 0 0 [.\d]+rem transparent);/
  const places = [colour, size, duration]
    .flatMap((pattern) => placesOf(pattern, sheets))
    .filter((place) => !plain.test(place))
  expect(places).toEqual([])
})

it('takes gaps, paddings and margins from the scale', () => {
  const space = /\b(gap|padding|margin)(-[a-z-]+)?\s*:[^;]*(?<!\d)0?\.\d+rem/
  const sheets = filesEnding('.css').filter(({ path }) => path.startsWith('components/'))
  expect(placesOf(space, sheets)).toEqual([])
})

it('loads nothing from another host', () => {
  expect(placesOf(/url\(\s*['"]?(https?:)?\/\//, filesEnding('.css'))).toEqual([])
})
