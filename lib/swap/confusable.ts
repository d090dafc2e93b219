/**
 * Letters that pass for others, by what they pass for: the part of Unicode's table (TR39) whose letters are drawn like
 * those and digits of our symbols, and the digits that people read as letters.
 */
const drawnLike: { readonly [letter: string]: string } = {
  a: 'аαɑạᴀꭺᗅꓮ4@ΑΛ',
  b: 'ƅьвβʙбᏏꮟᗷꓐ8ɓΒВ',
  c: 'сϲᴄᏟꮯꓚⲥ¢ҫƈСϹ',
  d: 'ԁɗđᴅᎠꭰꓓժԀ',
  e: 'еєҽεᴇ℮ꮛᎬꓰɛ3ΕЕ',
  f: 'ƒϝꞙꜰꓝғϜ',
  g: 'ɡցԍᏀꮐꓖ9ƍԌ',
  h: 'һհʜнᎻꮋꓧћΗН',
  j: 'јϳᴊᎫꭻꓙʝɉЈ',
  k: 'кκᴋĸᏦꮶꓗƙқΚК',
  l: 'iӏіıι1|ǀʟᏞꮮꓡɩ!łɪїΙІӀ',
  m: 'мᴍᎷꮇꓟ₥ΜМ',
  n: 'пոռɴꓠռŋиηΝИП',
  o: 'оοօᴏ0ⲟⵔ௦०〇σøꓳѳΟОθ',
  p: 'рρᴘⲣᏢꮲꓑƿþΡР',
  q: 'ԛգզʠԚ',
  r: 'гᴦʀꮁᏒꭱꓣɾяЯ',
  s: 'ѕꜱƽ5$ꮪᏚꓢʂ§Ѕ',
  t: 'тτᴛᎢꭲꓔŧ7ΤТ',
  u: 'υᴜսцꞟꓴʋμԱ',
  v: 'ѵνᴠᏙꮩꓦט',
  w: 'ԝѡաᴡɯᏔꮃꓪω₩Ԝ',
  x: 'хχ×ꓫⲭΧХ',
  y: 'уγүʏꭹᎩꓬ¥ყΥУҮ',
  z: 'ᴢʐᏃꮓꓜ2ƶΖ',
}

const letterOf = new Map(
  Object.entries(drawnLike).flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
)

/** Two texts that a person may take for one another have the same skeleton. */
export function skeletonOf(text: string): string {
  // Before the normal form too, which takes some for others than they look like.
  const plain = [...text].map((letter) => letterOf.get(letter) ?? letter).join('')
  const drawn = [...plain.normalize('NFKC').normalize('NFD')].map(
    (letter) => letterOf.get(letter) ?? letterOf.get(letter.toLowerCase()) ?? letter.toLowerCase(),
  )
  const letters = drawn.join('').replace(/[^\p{L}\p{N}]/gu, '')
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd')
}
