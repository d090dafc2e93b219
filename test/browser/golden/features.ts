export interface Feature {
  readonly name: string
  readonly pattern: RegExp
  readonly chrome: number
  readonly firefox: number
}

const feature = (name: string, pattern: RegExp, chrome: number, firefox: number): Feature => ({
  name,
  pattern,
  chrome,
  firefox,
})

/** Higher than any supported version: the feature must not be used. */
const never = 1000

/**
 * Features that a package must not use below its minimum version (MDN's compatibility tables). Optional style
 * features (`text-wrap`, `field-sizing`) are absent, and so is `Uint8Array.fromHex`, which viem detects
 * first.
 */
export const features: readonly Feature[] = [
  feature('data_collection_permissions', /"data_collection_permissions"/, 1, 140),
  feature('the side panel opened by a press', /"side_panel"/, 116, never),
  feature('request rules of a session, by who asks', /\.updateSessionRules\(/, 101, 113),
  feature('the sidebar', /"sidebar_action"/, never, 54),
  feature('content scripts in the MAIN world', /"world":"MAIN"/, 111, 128),
  feature('alarms of 30 seconds', /delayInMinutes/, 120, 48),
  feature('URL.parse', /\bURL\.parse\(/, 126, 126),
  feature('URL.canParse', /\bURL\.canParse\(/, 120, 115),
  feature('Promise.try', /\bPromise\.try\(/, 128, 134),
  feature('Promise.withResolvers', /\bPromise\.withResolvers\(/, 119, 121),
  feature('Object.groupBy', /\b(Object|Map)\.groupBy\(/, 117, 119),
  feature('Array.fromAsync', /\bArray\.fromAsync\(/, 121, 115),
  feature('AbortSignal.any', /\bAbortSignal\.any\(/, 116, 124),
  feature('RegExp.escape', /\bRegExp\.escape\(/, 136, 134),
  feature('Error.isError', /\bError\.isError\(/, 134, 138),
  feature('Uint8Array.fromBase64', /\bUint8Array\.fromBase64\(|\.toBase64\(\)/, 140, 133),
  feature('Map.getOrInsert', /\.getOrInsert(Computed)?\(/, 145, 144),
  feature(
    'sets as in mathematics',
    /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
    122,
    127,
  ),
  feature(
    'helpers of iterators',
    /\.(values|keys|entries)\(\)\.(map|filter|flatMap|some|every|find|reduce|take|drop|toArray)\(/,
    122,
    131,
  ),
  feature('Intl.DurationFormat', /\bIntl\.DurationFormat\b/, 129, 136),
  feature('toSorted', /\.to(Sorted|Reversed|Spliced)\(/, 110, 115),
  feature('light-dark() in styles', /\blight-dark\(/, 123, 120),
  feature('oklch() in styles', /\boklch\(/, 111, 113),
  feature(':has() in styles', /:has\(/, 105, 121),
  feature('nested styles', /\{[^{}]*[;{]\s*&/, 120, 117),
  feature('@starting-style', /@starting-style/, 117, 129),
  feature('@scope', /@scope\b/, 118, 146),
  feature('anchors in styles', /\banchor-name:/, 125, 147),
]
