import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Collection } from 'react-aria-components/Collection';
import { Tree as AriaTree, TreeItem, TreeItemContent } from 'react-aria-components/Tree';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';
import { cx } from './class-names.ts';
import styles from './tree.module.css';
import { useUiWords } from './words.tsx';

export interface TreeNode {
  readonly id: string;
  /** Its name to the eye and to the keyboard: typing its first letters goes to it. */
  readonly label: string;
  readonly detail?: ReactNode | undefined;
  readonly children: readonly TreeNode[];
}

export interface TreeProps {
  readonly label: string;
  readonly nodes: readonly TreeNode[];
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
  readonly expanded: ReadonlySet<string>;
  readonly onExpand: (expanded: ReadonlySet<string>) => void;
  readonly empty?: ReactNode | undefined;
  readonly name?: string | undefined;
  readonly isInvalid?: boolean | undefined;
  readonly describedBy?: string | undefined;
}

/** A tree of which one node can be chosen, of any size: only the rows in sight are in the document. */
export function Tree(props: TreeProps) {
  const { label, nodes, selected, onSelect, expanded, onExpand, empty, isInvalid } = props;
  return (
    <div className={cx(styles.frame, isInvalid === true && styles.invalid)} data-field={props.name}>
      <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: 32 }}>
        <AriaTree
          aria-label={label}
          {...(props.describedBy === undefined ? {} : { 'aria-describedby': props.describedBy })}
          className={cx(styles.tree)}
          items={nodes}
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection={selected !== null}
          selectedKeys={selected === null ? [] : [selected]}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : [...keys];
            if (key !== undefined) onSelect(String(key));
          }}
          expandedKeys={expanded}
          onExpandedChange={(keys) => onExpand(new Set([...keys].map(String)))}
          renderEmptyState={() => <div className={styles.empty}>{empty}</div>}
        >
          {(node) => <Item node={node} />}
        </AriaTree>
      </Virtualizer>
    </div>
  );
}

function Item({ node }: { readonly node: TreeNode }) {
  const words = useUiWords();
  return (
    <TreeItem id={node.id} textValue={node.label} className={cx(styles.item)}>
      <TreeItemContent>
        {({ hasChildItems, level }) => (
          <div className={styles.content} style={{ paddingInlineStart: (level - 1) * 20 + 4 }}>
            {hasChildItems ? (
              <Button slot="chevron" className={cx(styles.chevron)} aria-label={words.expand}>
                <ChevronRight aria-hidden />
              </Button>
            ) : (
              <span className={styles.gap} />
            )}
            <span className={styles.label} title={node.label}>
              {node.label}
            </span>
            {node.detail !== undefined && <span className={styles.detail}>{node.detail}</span>}
          </div>
        )}
      </TreeItemContent>
      <Collection items={node.children}>{(child) => <Item node={child} />}</Collection>
    </TreeItem>
  );
}
