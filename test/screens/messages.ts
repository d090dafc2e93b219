import english from '../../public/_locales/en/messages.json'

/*
 * The texts of a scene. The modules of Ferry read the language when they load, so the page imports this one first.
 * `?language=long` writes English with accents and two fifths longer; `?language=rtl` writes Hebrew letters from
 * right to left.
 */

export type Language = 'en' | 'long' | 'rtl'

const wanted = new URLSearchParams(location.search).get('language')
const language: Language = wanted === 'long' || wanted === 'rtl' ? wanted : 'en'

const accents = new Map(
  [...'aeiouyncszdrltg'].map((letter, index) => [letter, [...'áéíøüýñçšžðřľťğ'][index] ?? letter]),
)
const hebrew = new Map(
  [...'abcdefghijklmnopqrstuvwxyz'].map((letter, index) => [
    letter,
    [...'אבקדהפגחיכךלמנוםצרשתעטחסיז'][index] ?? letter,
  ]),
)

/** A word ends twice: as in many languages, the words become longer and not only more. */
function lengthened(words: string): string {
  return words.replace(/\p{L}{2,}/gu, (word) => {
    const tail = Math.ceil(word.length * 0.4)
    const accented = [...word].map((letter) => accents.get(letter) ?? letter).join('')
    return accented + [...accented].slice(-tail).join('')
  })
}

function rightToLeft(words: string): string {
  return words.replace('→', '←').replace(/\p{L}/gu, (letter) => hebrew.get(letter.toLowerCase()) ?? letter)
}

/** Changes the words of a text, but neither its placeholders nor its plural forms. */
function changeWords(text: string, change: (words: string) => string): string {
  return text
    .split(/(\{\w+\}|\{\w+, plural, |(?:=\d+|zero|one|two|few|many|other) \{|\}+)/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}

const own: { readonly [language in Language]: { readonly [key: string]: string } } = {
  en: {},
  // Numbers and currencies as in German.
  long: { textLanguage: 'de' },
  rtl: { textLanguage: 'he', textDirection: 'rtl' },
}
const changes: { readonly [language in Language]: (words: string) => string } = {
  en: (words) => words,
  long: lengthened,
  rtl: rightToLeft,
}

function readText(key: string): string {
  const { message = '' } = (english as { readonly [key: string]: { readonly message: string } })[key] ?? {}
  return own[language][key] ?? changeWords(message, changes[language])
}

Object.assign(globalThis, { browser: { i18n: { getMessage: readText } } })
