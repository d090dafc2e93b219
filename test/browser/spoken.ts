/** What Chromium's accessibility tree says of one element (`Accessibility.getFullAXTree`); what is not told is absent. */
export interface SpokenNode {
  readonly nodeId: string
  readonly ignored: boolean
  readonly role?: { readonly value?: unknown }
  readonly name?: { readonly value?: unknown }
  readonly description?: { readonly value?: unknown }
  readonly value?: { readonly value?: unknown }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[]
  readonly parentId?: string
  readonly childIds?: readonly string[]
  /** What of several it is the current one of (`aria-current`). */
  readonly currentAs?: string
}

/** Of these the text inside is their name, and is not said twice. */
const namedByContent = new Set(
  'button cell checkbox columnheader combobox DisclosureTriangle heading link menuitem option radio rowheader searchbox switch tab term textbox'.split(
    ' ',
  ),
)
/** Of these nothing is said but what is in them. */
const silent = new Set(
  'RootWebArea WebArea none generic paragraph InlineTextBox LineBreak ListMarker LabelText definition DescriptionList sectionheader sectionfooter'.split(
    ' ',
  ),
)
/** Of these nothing is said where they have no name. */
const saidByName = new Set('form group list main region'.split(' '))
/** States that a reader says, by the property that holds them; a state that is false is not said. */
const states: { readonly [property: string]: (value: unknown) => string } = {
  focused: () => 'focused',
  disabled: () => 'disabled',
  busy: () => 'busy',
  modal: () => 'modal',
  selected: () => 'selected',
  pressed: (value) => (value === 'true' ? 'pressed' : ''),
  checked: (value) => (value === 'true' ? 'on' : 'off'),
  invalid: (value) => (value === 'false' ? '' : 'invalid'),
  hasPopup: (value) => `opens a ${value}`,
}

/**
 * Returns what a screen reader says of a page from its top to its end, a line for each thing: role, name, value, states,
 * description. Figures that are another time other ones are as `steady` writes them.
 */
export function spokenLines(nodes: readonly SpokenNode[]): readonly string[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const lines: string[] = []
  let words: string[] = []
  const endWords = (): void => {
    if (words.length > 0) lines.push(`"${steady(words.join(' '))}"`)
    words = []
  }
  const visit = (node: SpokenNode, isNamed: boolean): void => {
    const role = String(node.role?.value ?? '')
    const name = textOf(node.name)
    if (!node.ignored && role === 'StaticText') {
      if (!isNamed && name !== '') words.push(name)
      return
    }
    const isSaid = !node.ignored && !silent.has(role) && !(saidByName.has(role) && name === '')
    const isApart = isSaid || /^(paragraph|definition)$/.test(role)
    if (isApart) endWords()
    if (isSaid && !isNamed) lines.push(spokenLine(node, role, name))
    for (const id of node.childIds ?? []) {
      const child = byId.get(id)
      if (child !== undefined) visit(child, isNamed || (isSaid && namedByContent.has(role)))
    }
    if (isApart) endWords()
  }
  for (const node of nodes) if (node.parentId === undefined) visit(node, false)
  endWords()
  return lines
}

function spokenLine(node: SpokenNode, role: string, name: string): string {
  const { value, description, properties = [], currentAs } = node
  const said = properties.flatMap((property) => {
    if (property.name === 'expanded') return [property.value.value === true ? 'expanded' : 'collapsed']
    if (property.name === 'level' && role === 'heading') return [`level ${property.value.value}`]
    const state = property.value.value === false ? '' : (states[property.name]?.(property.value.value) ?? '')
    return state === '' ? [] : [state]
  })
  if (currentAs !== undefined) said.push(`current ${currentAs}`)
  return [
    role,
    ...(name === '' ? [] : [`"${steady(name)}"`]),
    ...(textOf(value) === '' ? [] : [`= ${steady(textOf(value))}`]),
    ...(said.length === 0 ? [] : [`(${said.join(', ')})`]),
    ...(textOf(description) === '' ? [] : [`– ${steady(textOf(description))}`]),
  ].join(' ')
}

/** Without the marks that keep a name of another script in its place. */
function textOf(told: { readonly value?: unknown } | undefined): string {
  return String(told?.value ?? '')
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Writes what is another time another one as a word for it: hex, times of the day, durations, and amounts, which follow
 * prices and gas. Whole figures stay: of steps, of checks, of routes.
 */
export function steady(text: string): string {
  return text
    .replace(/(https?:\/\/)?\b[\w.]+:\d{4,5}\b|https?:\/\/[\w.]*\w/g, '<address>')
    .replace(/\bblock \d+/g, 'block <number>')
    .replace(/0x[0-9a-f]+(…[0-9a-f]+)?/gi, '<hex>')
    .replace(/\b\d{1,2}:\d\d(:\d\d)?( ?[AP]M)?/g, '<time>')
    .replace(/~?\b\d+ (sec|min|seconds?|minutes?)\b/g, '<duration>')
    .replace(/<?\$?\b\d[\d,]*\.\d+/g, '<amount>')
}

/** An expression: from now on what live regions say is kept, in its order, each change once. */
export const listen = `(() => {
  globalThis.announced = []
  const last = new Map()
  const regions = '[role="status"], [role="alert"], [aria-live], output'
  const hear = (region) => {
    const said = region.innerText.replace(/[\\u2066-\\u2069]/g, '').replace(/\\s+/g, ' ').trim()
    if (last.get(region) === said) return
    last.set(region, said)
    const isUrgent = region.role === 'alert' || region.ariaLive === 'assertive'
    if (said !== '') globalThis.announced.push((isUrgent ? 'at once: ' : 'in turn: ') + said)
  }
  for (const region of document.querySelectorAll(regions)) last.set(region, region.innerText)
  new MutationObserver((changes) => {
    const changed = new Set()
    for (const { target, addedNodes } of changes) {
      const around = (target.nodeType === 1 ? target : target.parentElement)?.closest(regions)
      if (around) changed.add(around)
      for (const added of addedNodes) {
        if (added.nodeType !== 1) continue
        if (added.matches(regions)) changed.add(added)
        for (const inside of added.querySelectorAll(regions)) changed.add(inside)
      }
    }
    for (const region of changed) if (region.isConnected) hear(region)
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
})()`
