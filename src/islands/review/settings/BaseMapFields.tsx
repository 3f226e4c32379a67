import { useEffect, useRef, useState } from 'react'
import type { ForeignBaseMap } from '#contract/map-layers.ts'
import { Button, SmallButton } from '../../widgets/Button.tsx'
import { FieldError, FormField } from '../../widgets/FormField.tsx'
import { SelectField } from '../../widgets/SelectField.tsx'
import { TEXT } from './messages.ts'
import { layerId } from '#rules/map/map-layers.ts'

interface Props {
  baseMaps: readonly ForeignBaseMap[]
  errors: Readonly<Record<string, string>>
  /** The value of the field is another one. */
  onChange: () => void
}

/** The base maps of other servers, in the order of the legend. What is typed goes with the form as one value. */
export function BaseMapFields({ baseMaps, errors, onChange }: Props) {
  const [rows, setRows] = useState(() => rowsOf(baseMaps))
  useEffect(onChange, [rows, onChange])
  const add = useRef<HTMLButtonElement>(null)
  /** Above every key that was ever given. */
  const next = useRef(rows.length)
  const change = (key: number, part: Partial<BaseMapRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const moveUp = (at: number) => setRows(rows.toSpliced(at - 1, 2, rows[at]!, rows[at - 1]!))
  function remove(key: number) {
    setRows(rows.filter((row) => row.key !== key))
    add.current?.focus()
  }
  return (
    <div className="base-maps">
      <input type="hidden" name="baseMaps" value={JSON.stringify(baseMapsOf(rows))} />
      {rows.map((row, at) => (
        <fieldset key={row.key} className="base-map">
          <legend>{row.title.trim() || TEXT.baseMap(at)}</legend>
          <RowFields row={row} at={at} errors={errors} change={(part) => change(row.key, part)} />
          <p className="buttons">
            {at > 0 && <SmallButton onClick={() => moveUp(at)}>{TEXT.moveUp}</SmallButton>}
            <SmallButton onClick={() => remove(row.key)}>{TEXT.removeBaseMap}</SmallButton>
          </p>
        </fieldset>
      ))}
      <FieldError id="base-maps-error" text={errors.baseMaps} />
      <Button
        ref={add}
        onClick={() => {
          next.current += 1
          setRows([...rows, newRow(next.current)])
        }}
      >
        {TEXT.addBaseMap}
      </Button>
    </div>
  )
}

interface RowProps {
  row: BaseMapRow
  at: number
  errors: Props['errors']
  change: (part: Partial<BaseMapRow>) => void
}

function RowFields({ row, at, errors, change }: RowProps) {
  /** Named like the part of the setting that it changes, so that its error is found, and leaves when it is mended. */
  const line = (
    key: Exclude<keyof BaseMapRow, 'key' | 'id' | 'kind'>,
    label: string,
    hint?: string,
    part: string = key,
  ) => {
    const name = `baseMaps.${at}.${part}`
    return (
      <FormField
        label={label}
        hint={hint}
        error={errors[name]}
        {...((key === 'tiles' || key === 'wms') && { className: 'is-wide' })}
      >
        {(control) => (
          <input
            {...control}
            name={name}
            autoComplete="off"
            spellCheck={false}
            value={row[key]}
            onChange={({ currentTarget }) => change({ [key]: currentTarget.value })}
          />
        )}
      </FormField>
    )
  }
  return (
    <div className="settings-fields">
      {line('title', TEXT.mapName)}
      {line('year', TEXT.mapYear, TEXT.mapYearHint)}
      <SelectField
        label={TEXT.mapKind}
        value={row.kind}
        choices={TEXT.mapKinds}
        onChange={(kind) => change({ kind })}
      />
      {row.kind === 'tiles' && line('deepest', TEXT.deepest, TEXT.deepestHint)}
      {row.kind === 'tiles' && line('tiles', TEXT.tileAddress, TEXT.tileAddressHint)}
      {row.kind === 'wms' && line('wmsLayers', TEXT.wmsLayers, TEXT.wmsLayersHint)}
      {row.kind === 'wms' && line('wms', TEXT.wmsAddress, TEXT.wmsAddressHint)}
      {line('creditText', TEXT.credit, TEXT.creditHint, 'credit.text')}
      {line('creditHref', TEXT.creditLink, undefined, 'credit.href')}
    </div>
  )
}

/** A base map of another server as it is typed. */
interface BaseMapRow {
  /** Of the row; names nothing. */
  key: number
  /** Empty for a new one. */
  id: string
  kind: 'tiles' | 'wms'
  title: string
  year: string
  tiles: string
  deepest: string
  wms: string
  wmsLayers: string
  creditText: string
  creditHref: string
}

export const rowsOf = (baseMaps: readonly ForeignBaseMap[]): BaseMapRow[] =>
  baseMaps.map(({ id, title, year, credit, tiles = '', deepest, wms, wmsLayers = '' }, key) => ({
    ...{ key, id, title, tiles, wmsLayers, wms: wms ?? '' },
    kind: wms === undefined ? 'tiles' : 'wms',
    year: String(year ?? ''),
    deepest: String(deepest ?? ''),
    creditText: credit.text,
    creditHref: credit.href ?? '',
  }))

export const newRow = (key: number): BaseMapRow => ({
  ...{ key, id: '', kind: 'tiles', title: '', year: '', tiles: '', deepest: '', wms: '', wmsLayers: '' },
  ...{ creditText: '', creditHref: '' },
})

/** A number, or what was typed instead, so that the schema says what is wrong. */
const numberIn = (text: string) => (Number.isFinite(Number(text)) ? Number(text) : text)

/** The setting that rows stand for; it still has to be checked. A new one gets an id from its name. */
export function baseMapsOf(rows: readonly BaseMapRow[]) {
  const taken = rows.filter(({ id }) => id !== '').map(({ id }) => ({ id }))
  return rows.map(({ id: known, kind, title, year, tiles, deepest, wms, wmsLayers, creditText, creditHref }) => {
    const id = known || layerId(title, null, taken)
    taken.push({ id })
    return {
      ...{ id, title },
      year: year.trim() === '' ? null : numberIn(year),
      credit: { text: creditText, href: creditHref.trim() },
      ...(kind === 'wms' ? { wms, wmsLayers } : { tiles, ...(deepest.trim() && { deepest: numberIn(deepest) }) }),
    }
  })
}
