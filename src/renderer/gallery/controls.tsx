import { Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { Checkbox, CheckboxGroup, RadioGroup } from '../ui/choice.tsx';
import { ChoiceBox } from '../ui/combo-box.tsx';
import { DateField } from '../ui/date-field.tsx';
import { FilterBox } from '../ui/filter-box.tsx';
import { Menu } from '../ui/menu.tsx';
import { Toolbar } from '../ui/panel.tsx';
import { SearchField, ToolbarSearch } from '../ui/search-field.tsx';
import { Select } from '../ui/select.tsx';
import { Slider } from '../ui/slider.tsx';
import { SecretField, TextArea, TextField } from '../ui/text-field.tsx';
import { longName, Sample, Section } from './sample.tsx';

const nothing = (): void => {};
const options = [
  { id: 'nl', label: 'Netherlands', detail: 'NL' },
  { id: 'it', label: 'Italy', detail: 'IT' },
  { id: 'long', label: longName },
];
type OptionId = (typeof options)[number]['id'];

export function Buttons() {
  return (
    <Section title="Buttons and menus">
      <Sample of="primary">
        <Button variant="primary" icon={<Plus aria-hidden />} onPress={nothing}>
          Create audit
        </Button>
      </Sample>
      <Sample of="secondary">
        <Button onPress={nothing}>Look again</Button>
      </Sample>
      <Sample of="quiet">
        <Button variant="quiet" onPress={nothing}>
          Clear
        </Button>
      </Sample>
      <Sample of="danger">
        <Button variant="danger" onPress={nothing}>
          Delete audit
        </Button>
      </Sample>
      <Sample of="disabled">
        <Button isDisabled>Create audit</Button>
      </Sample>
      <Sample of="with a reason">
        <Button reason="This connection is read-only.">Create audit</Button>
      </Sample>
      <Sample of="pending">
        <Button isPending>Create audit</Button>
      </Sample>
      <Sample of="a long name">
        <Button>{longName}</Button>
      </Sample>
      <Sample of="icon">
        <IconButton label="Refresh" icon={<RefreshCw aria-hidden />} onPress={nothing} />
      </Sample>
      <Sample of="icon, pressed">
        <IconButton label="Show all" icon={<Plus aria-hidden />} isPressed onPress={nothing} />
      </Sample>
      <Sample of="icon, pending">
        <IconButton label="Refreshing" icon={<RefreshCw aria-hidden />} isPending onPress={nothing} />
      </Sample>
      <Sample of="menu of commands">
        <Menu
          label="New"
          trigger={<Button>New</Button>}
          entries={[
            { id: 'one', label: 'Single audit', detail: 'One legal entity', shortcut: 'Ctrl+N' },
            { id: 'two', label: 'Group audit', isDisabled: true },
            { id: 'three', label: longName },
          ]}
          onAction={nothing}
        />
      </Sample>
      <Sample of="menu of a choice">
        <Menu
          label="Theme"
          trigger={<Button>Theme</Button>}
          selected="light"
          entries={[
            { id: 'light', label: 'Light' },
            { id: 'dark', label: 'Dark' },
          ]}
          onAction={nothing}
        />
      </Sample>
    </Section>
  );
}

export function Fields() {
  const [text, setText] = useState('');
  const [date, setDate] = useState('2026-12-31');
  const [secret, setSecret] = useState('sample');
  const [countries, setCountries] = useState<readonly string[]>(['nl']);
  const [country, setCountry] = useState<OptionId | null>(null);
  const field = { value: text, onChange: setText };
  return (
    <Section title="Fields">
      <Sample of="text">
        <TextField label="Name" help="As it is in the register." {...field} />
      </Sample>
      <Sample of="text, required, with an error">
        <TextField label="Audit name" isRequired error="Enter a name." {...field} />
      </Sample>
      <Sample of="text, optional, of code">
        <TextField label="Audit id" isOptional isCode placeholder="HOLD-2026" {...field} />
      </Sample>
      <Sample of="text, disabled">
        <TextField label="Label" isDisabled value={longName} onChange={nothing} />
      </Sample>
      <Sample of="text, read-only">
        <TextField label="Client" isReadOnly value={longName} onChange={nothing} />
      </Sample>
      <Sample of="text area">
        <TextArea label="Explanation" help="It is kept with the component." rows={3} {...field} />
      </Sample>
      <Sample of="secret">
        <SecretField label="Client secret" value={secret} onChange={setSecret} />
      </Sample>
      <Sample of="search">
        <SearchField label="Search audits" placeholder="Search" value={text} onChange={setText} />
      </Sample>
      <Sample of="toolbar">
        <Toolbar label="Filters of the audits">
          <ToolbarSearch label="Search in the list" placeholder="Search" value={text} onChange={setText} />
          <Button>Export…</Button>
        </Toolbar>
      </Sample>
      <Sample of="date">
        <DateField label="Period end" help="The last day." value={date} onChange={setDate} />
      </Sample>
      <Sample of="date, with an error">
        <DateField label="Period start" error="Enter a day." value="" onChange={setDate} />
      </Sample>
      <Sample of="select">
        <Select label="Country" options={options} value="nl" onChange={nothing} />
      </Sample>
      <Sample of="select, with an error">
        <Select
          label="Unit"
          placeholder="Choose"
          error="Choose a unit."
          options={options}
          value={null}
          onChange={nothing}
        />
      </Sample>
      <Sample of="select, in a list">
        <Select isBeside label="ilse.brand@kantoor.example" options={options} value="nl" onChange={nothing} />
      </Sample>
      <Sample of="filter of one value">
        <Select isCompact label="Country" options={options} value="nl" onChange={nothing} />
      </Sample>
      <Sample of="filter">
        <FilterBox
          label="Country"
          options={options}
          values={countries}
          onChange={setCountries}
          summary={countries.length === 0 ? 'All' : `${countries.length} selected`}
          searchLabel="Search this list"
          clearLabel="Clear selection"
        />
      </Sample>
      <Sample of="combo box">
        <ChoiceBox label="Legal entity" options={options} value={country} onChange={setCountry} />
      </Sample>
      <Sample of="slider">
        <Slider
          label="Part for plans"
          help="The rest is for people."
          value={0.5}
          onChange={nothing}
          onChangeEnd={nothing}
          min={0}
          max={1}
          step={0.1}
          format={{ style: 'percent' }}
        />
      </Sample>
    </Section>
  );
}

const choices = [
  { id: 'in', label: 'In scope' },
  { id: 'out', label: 'Out of scope', help: 'An explanation is needed.' },
  { id: 'never', label: longName, isDisabled: true },
] as const;
type ChoiceId = (typeof choices)[number]['id'];

export function Choices() {
  const [one, setOne] = useState<ChoiceId>('in');
  const [some, setSome] = useState<readonly ChoiceId[]>(['in']);
  const [isOn, setOn] = useState(true);
  return (
    <Section title="Choices">
      <Sample of="radio group">
        <RadioGroup label="Scope" choices={choices} value={one} onChange={setOne} />
      </Sample>
      <Sample of="radio group, across, with an error">
        <RadioGroup
          label="Relation"
          orientation="horizontal"
          error="Choose a relation."
          choices={choices.slice(0, 2)}
          value={null}
          onChange={nothing}
        />
      </Sample>
      <Sample of="radio group, read-only">
        <RadioGroup label="Decided" isReadOnly choices={choices} value="in" onChange={nothing} />
      </Sample>
      <Sample of="checkbox group">
        <CheckboxGroup label="Components" choices={choices} value={some} onChange={setSome} />
      </Sample>
      <Sample of="checkbox">
        <Checkbox label="Notify me" help="When plans end." isSelected={isOn} onChange={setOn} />
      </Sample>
      <Sample of="checkbox, disabled">
        <Checkbox label="Managed" isSelected isDisabled onChange={nothing} />
      </Sample>
    </Section>
  );
}
