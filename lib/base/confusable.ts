/**
 * Letters that pass for others, by what they pass for: the part of Unicode's table (TR39) whose letters are drawn like
 * those and digits of our symbols, and the digits that people read as letters.
 */
const drawnLike: { readonly [letter: string]: string } = {
  a: '₳аαɑạᴀꭺᗅꓮ4@ΑΛ',
  b: '฿₿ƅьвβʙбᏏꮟᗷꓐ8ɓΒВ',
  c: '₵сϲᴄᏟꮯꓚⲥ¢ҫƈСϹ',
  d: '₫ԁɗđᴅᎠꭰꓓժԀ',
  e: '€еєҽεᴇ℮ꮛᎬꓰɛ3ΕЕ',
  f: 'ƒϝꞙꜰꓝғϜ',
  g: '₲ɡցԍᏀꮐꓖ9ƍԌ',
  h: 'һհʜнᎻꮋꓧћΗН',
  j: 'јϳᴊᎫꭻꓙʝɉЈ',
  k: '₭кκᴋĸᏦꮶꓗƙқΚК',
  l: '£₤iӏіıι1|ǀʟᏞꮮꓡɩ!łɪїΙІӀ',
  m: 'мᴍᎷꮇꓟ₥ΜМ',
  n: '₦пոռɴꓠռŋиηΝИП',
  o: 'оοօᴏ0ⲟⵔ௦०〇σøꓳѳΟОθ',
  p: '₱рρᴘⲣᏢꮲꓑƿþΡР',
  q: 'ԛգզʠԚ',
  r: 'гᴦʀꮁᏒꭱꓣɾяЯ',
  s: 'ѕꜱƽ5$ꮪᏚꓢʂ§Ѕ',
  t: '₮тτᴛᎢꭲꓔŧ7ΤТ',
  u: 'υᴜսцꞟꓴʋμԱ',
  v: 'ѵνᴠᏙꮩꓦט',
  w: 'ԝѡաᴡɯᏔꮃꓪω₩Ԝ',
  x: 'хχ×ꓫⲭΧХ',
  y: 'уγүʏꭹᎩꓬ¥ყΥУҮ',
  z: 'ᴢʐᏃꮓꓜ2ƶΖ',
}

/** Latin letters with a bar, a hook or a tail, which the normal forms leave as they are: USÐC, ɄSDC. */
const tailed: { readonly [letter: string]: string } = {
  a: 'ⱥᶏẚ',
  b: 'ƀƃᵬᶀꞗ',
  c: 'ȼɕꞓꞔ𝼝',
  d: 'ðƌǆȡɖᴆᵭᶁᶑꝺꟈ',
  e: 'ɇᶒⱸꬴ',
  f: 'ᵮᶂꝼ',
  g: 'ɠǥɢʛᶃᵹꞡꬶ',
  h: 'ħɦⱨꞕ',
  i: 'ɨᶖ𝼚',
  j: 'ɟʄ',
  k: 'ᶄⱪꝁꝃꝅꞣ',
  l: 'ŀƚȴɫɬɭᴌᶅⱡꝉꞎꬷꬸꬹ𝼄𝼑𝼓',
  m: 'ɱᵯᶆꬺ',
  n: 'ɲƞȵɳᵰᶇꞑꞥꬻ',
  o: 'ɵǿⱺꝋꝍꬾ𝼛',
  p: 'ƥᵱᵽᶈꝑꝓꝕ',
  q: 'ɋꝗꝙꞯ',
  r: 'ɍɼɽᵲᵳᶉꝛꞃꞧꭆꭉꭌ𝼖',
  s: 'ȿᵴᶊꞅꞩꟊ𝼞',
  t: 'ƫƭʈȶⱦᵵꞇ𝼉',
  u: 'ʉᶙꞹꭎꭒ',
  v: 'ᶌⱱⱴꝟ',
  w: 'ⱳ',
  x: 'ᶍꭖꭗꭘꭙ',
  y: 'ƴɏỿꭚ',
  z: 'ȥɀʑᵶᶎⱬ',
}

const letterOf = new Map(
  [...Object.entries(drawnLike), ...Object.entries(tailed)].flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
)

/** Returns the skeleton of a text: two texts that a user may take for one another have the same skeleton. */
export function skeletonOf(text: string): string {
  // Before the normal form too, which takes some for others than they look like.
  const plain = [...text].map((letter) => letterOf.get(letter) ?? letter).join('')
  const drawn = [...plain.normalize('NFKC').normalize('NFD')].map(
    (letter) => letterOf.get(letter) ?? letterOf.get(letter.toLowerCase()) ?? letter.toLowerCase(),
  )
  const letters = drawn.join('').replace(/[^\p{L}\p{N}]/gu, '')
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd')
}
