import { expect, it } from 'vitest'
import { readFileTexts } from '../../words/file-texts.ts'

/** `¤` stands for the dollar sign of a template. */
const shown = (jsx: string) =>
  readFileTexts({ path: 'components/Some.tsx', text: `const some = () => (${jsx.replaceAll('¤', '$')})` })
const placesOf = (jsx: string, key: string) =>
  shown(jsx)
    .places.filter(({ keys }) => keys.test(key))
    .map(({ place }) => place)

it.each([
  ['<button>{t("send")}</button>', 'send', ['button']],
  ['<button>{isOn ? t("stop") : t("go")}</button>', 'go', ['button']],
  ['<button>{t(isOn ? "stop" : "go")}</button>', 'stop', ['button']],
  ['<button>{t(`do_¤{name}`)}</button>', 'do_sign', ['button']],
  ['<button>{t(`do_¤{name}`)}</button>', 'do_sign_why', []],
  ['<button><span>{t("card")}</span></button>', 'card', []],
  ['<CooldownButton look="primary">{t("allow")}</CooldownButton>', 'allow', ['button']],
  ['<CopyButton label={t("copyAll")} />', 'copyAll', ['button']],
  ['<Menu items={[{ id: "go", label: t("go"), act: go }]} />', 'go', ['button']],
  ['<Menu items={[{ id: "go", label: t("go") }]} />', 'go', []],
  ['<button>{tWithFacts("use", { name })}</button>', 'use_named', ['button']],
  ['<button>{tWithFacts("use", { name })}</button>', 'use_why', []],
  ['<h2>{t("done")}</h2>', 'done', ['title']],
  ['<Sheet title={t("done")} />', 'done', ['title']],
  ['<p>{t("said")}</p>', 'said', []],
])('%s places %s', (jsx, key, places) => {
  expect(placesOf(jsx, key)).toEqual(places)
})

it.each([
  ['<p>{t("one")} {t("two")}</p>', 1],
  ['<p>{t("one")} {amount}</p>', 1],
  ['<p>{name} {t("wants")}</p>', 1],
  ['<p title={`¤{t("one")}, ¤{t("two")}`} />', 1],
  ['said(t("one") + proof)', 1],
  ['<p>{t("one")} · {t("two")}</p>', 0],
  ['<p>{t("one")} <code>{id}</code></p>', 1],
  ['<p>{t("one")}{" "}\n<Name /></p>', 1],
  ['<p><b>{name}</b> {t("one")}</p>', 1],
  ['<p><Icon name="off" /> {t("one")}</p>', 0],
  ['<p>{t("one")} <span class="unseen">{state}</span></p>', 0],
  ['<p>{t("one")} · <code>{id}</code></p>', 0],
  ['<TextWithSlot text={t("one", { id: slot })}><code>{id}</code></TextWithSlot>', 0],
  ['<p>{t("one")}{isOn && <b>!</b>}</p>', 0],
  ['<p>{t("one", { name: t("two") })}</p>', 0],
])('%s: %i glued', (jsx, count) => {
  expect(shown(jsx).glued).toHaveLength(count)
})
