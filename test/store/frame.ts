import { pictureSize, readmeSize, type Scene, type Theme, tagline, tileSize } from './scenes.ts'

/** Like those of `components/styles/scales.css`. */
const colors = {
  light: {
    ground: '#e9eff2',
    far: '#d5e8ef',
    near: '#b9d9e5',
    text: '#0b1d26',
    faint: '#4b5f69',
    accent: '#00627f',
    edge: '#c3d6de',
    shade: 'rgb(6 24 32 / 0.18)',
  },
  dark: {
    ground: '#0a1015',
    far: '#0f2029',
    near: '#12323f',
    text: '#eef4f6',
    faint: '#a5b5bd',
    accent: '#5ccbe6',
    edge: '#2a3640',
    shade: 'rgb(0 0 0 / 0.5)',
  },
} as const

function sea(theme: Theme, width: number, height: number): string {
  const { far, near } = colors[theme]
  const line = (y: number, swell: number, length: number, fill: string) => {
    let path = `M${-length} ${y}`
    for (let x = -length; x < width + length; x += length) {
      path += `q${length / 4} ${-swell} ${length / 2} 0t${length / 2} 0`
    }
    return `<path d="${path}V${height}H${-length}z" fill="${fill}"/>`
  }
  return `<svg class="sea" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
    ${line(height * 0.8, 26, width / 2.4, far)}${line(height * 0.89, 22, width / 3.1, near)}</svg>`
}

function page(theme: Theme, size: { width: number; height: number }, style: string, body: string): string {
  const { ground, text, faint, accent, edge, shade } = colors[theme]
  return `<!doctype html><meta charset="utf-8"><style>
    * { margin: 0; box-sizing: border-box }
    body { inline-size: ${size.width}px; block-size: ${size.height}px; overflow: hidden; position: relative;
      background: ${ground}; color: ${text}; font: 23px/1.45 sans-serif }
    .sea, .words, .shot { position: absolute }
    .sea { inset: 0 }
    .name { display: flex; align-items: center; gap: 14px; font-weight: 700 }
    .name svg { inline-size: 52px; block-size: 52px }
    h1 { font: 700 56px/1.08 sans-serif; letter-spacing: -1.2px; text-wrap: balance }
    p { color: ${faint}; text-wrap: balance }
    .accent { color: ${accent} }
    .shot { display: block; border-radius: 22px; border: 1px solid ${edge}; box-shadow: 0 22px 60px ${shade} }
    ${style}</style>${sea(theme, size.width, size.height)}${body}`
}

/** The page of one picture. `shot` is the URL of its screenshot, `mark` Ferry's logo. */
export function framePage(scene: Scene, theme: Theme, shot: string, mark: string): string {
  const name = `<div class="name accent">${mark}<span style="font-size: 30px">Ferry</span></div>`
  const words = `<h1>${scene.title}</h1><p>${scene.text}</p>`
  if (scene.size === undefined) {
    const style = `
      .words { inset-inline-start: 84px; inset-block-start: 176px; inline-size: 540px }
      h1 { margin-block: 34px 24px }
      .words p { inline-size: 500px }
      .shot { inset-inline-end: 112px; inset-block-start: 72px; inline-size: 437px; block-size: 656px }`
    return page(
      theme,
      pictureSize,
      style,
      `<div class="words">${name}${words}</div><img class="shot" src="${shot}">`,
    )
  }
  const style = `
    .words { inset-inline: 84px; inset-block-start: 56px }
    h1 { margin-block: 22px 10px; font-size: 48px }
    .shot { inset-inline-start: 84px; inset-block-start: 262px; inline-size: 1112px }`
  return page(
    theme,
    pictureSize,
    style,
    `<div class="words">${name}${words}</div><img class="shot" src="${shot}">`,
  )
}

export function tilePage(mark: string): string {
  const style = `
    .words { inset-inline: 0; inset-block-start: 62px; text-align: center }
    .name { justify-content: center; font-size: 46px; gap: 18px }
    .name svg { inline-size: 84px; block-size: 84px }
    .words p { font-size: 19px; margin-block-start: 12px }`
  const body = `<div class="words"><div class="name accent">${mark}<span>Ferry</span></div>
    <p>${tagline}</p></div>`
  return page('light', tileSize, style, body)
}

export function readmePage(shots: readonly string[]): string {
  const style = `
    .shots { position: absolute; inset: 0; display: flex; align-items: center; justify-content: space-evenly }
    .shots .shot { position: static; inline-size: 400px; block-size: 600px }`
  const screens = shots.map((shot) => `<img class="shot" src="${shot}">`).join('')
  return page('light', readmeSize, style, `<div class="shots">${screens}</div>`)
}
