'use client';

import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Bold, Heading2, Italic, Link2, List, ListOrdered, Quote, Redo2, Undo2 } from '@/components/ui/icons/desk';
import type { Icon } from '@/components/ui/icons/icon';
import { outgoingLink } from '@/lib/core/html/outgoing-link';

type Props = {
  label: string;
  language: string;
  /** The field's path and its error. */
  name?: string;
  error?: string | undefined;
  value: string;
  onChange: (html: string) => void;
};

// Only markup allowed on the page (lib/core/html); other pasted content is removed at once.
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, protocols: ['https', 'mailto'], defaultProtocol: 'https' },
  }),
];

/** Rich text with headings, lists and links. Its HTML is sanitised again when saved and when shown. */
export function RichText({ label, language, name = '', error, value, onChange }: Props) {
  const t = useTranslations('publish.editor');
  const id = useId();
  const [address, setAddress] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const editor = useEditor({
    extensions,
    content: value,
    immediatelyRender: false,
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
    editorProps: {
      attributes: {
        class: 'rich-text min-h-40 p-4 outline-none',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': id,
        'aria-describedby': `${id}-error`,
        ...(name && { id: name }),
      },
    },
  });
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current?.isActive('bold') ?? false,
      italic: current?.isActive('italic') ?? false,
      heading: current?.isActive('heading') ?? false,
      bulletList: current?.isActive('bulletList') ?? false,
      orderedList: current?.isActive('orderedList') ?? false,
      quote: current?.isActive('blockquote') ?? false,
      link: current?.isActive('link') ?? false,
    }),
  });

  useEffect(() => {
    const shown = editor?.isEmpty ? '' : editor?.getHTML();
    if (editor && !editor.isFocused && shown !== value) editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  const run = () => editor?.chain().focus();
  const buttons: Array<{
    name: 'bold' | 'italic' | 'heading' | 'bulletList' | 'orderedList' | 'quote' | 'undo' | 'redo';
    Icon: Icon;
    press: () => void;
  }> = [
    { name: 'bold', Icon: Bold, press: () => run()?.toggleBold().run() },
    { name: 'italic', Icon: Italic, press: () => run()?.toggleItalic().run() },
    { name: 'heading', Icon: Heading2, press: () => run()?.toggleHeading({ level: 2 }).run() },
    { name: 'bulletList', Icon: List, press: () => run()?.toggleBulletList().run() },
    { name: 'orderedList', Icon: ListOrdered, press: () => run()?.toggleOrderedList().run() },
    { name: 'quote', Icon: Quote, press: () => run()?.toggleBlockquote().run() },
    { name: 'undo', Icon: Undo2, press: () => run()?.undo().run() },
    { name: 'redo', Icon: Redo2, press: () => run()?.redo().run() },
  ];

  function applyLink() {
    const href = outgoingLink(address ?? '');
    setWrong(Boolean(address) && !href);
    if (address && !href) return;
    if (href) run()?.extendMarkRange('link').setLink({ href }).run();
    else run()?.extendMarkRange('link').unsetLink().run();
    setAddress(undefined);
  }

  const look =
    'grid size-11 place-items-center rounded-control hover:bg-raised aria-pressed:bg-raised aria-pressed:text-link';
  return (
    <div>
      <p id={id} className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      <div className="rounded-control border border-edge bg-canvas focus-within:border-link">
        <div
          role="toolbar"
          aria-label={`${t('label')}: ${language}`}
          className="flex flex-wrap border-b border-line p-1"
        >
          {buttons.map(({ name, Icon, press }) => (
            <button
              key={name}
              type="button"
              aria-label={t(name)}
              aria-pressed={active && name in active ? active[name as keyof typeof active] : undefined}
              onClick={press}
              className={look}
            >
              <Icon aria-hidden className="size-5" />
            </button>
          ))}
          <button
            type="button"
            aria-label={t('link')}
            aria-pressed={active?.link}
            aria-expanded={address !== undefined}
            onClick={() => setAddress(editor?.getAttributes('link').href ?? '')}
            className={look}
          >
            <Link2 aria-hidden className="size-5" />
          </button>
        </div>
        {address !== undefined && (
          <div className="flex flex-wrap items-end gap-2 border-b border-line p-3">
            <Field
              label={t('linkAddress')}
              type="url"
              value={address}
              error={isWrong ? t('linkWrong') : undefined}
              placeholder="https://"
              onChange={(event) => {
                setWrong(false);
                setAddress(event.target.value);
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                applyLink();
              }}
              className="min-w-0 flex-1"
            />
            <Button onClick={applyLink}>{t('applyLink')}</Button>
          </div>
        )}
        <EditorContent editor={editor} />
      </div>
      <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-bad empty:hidden">
        {error}
      </p>
    </div>
  );
}
