package io.htsrl.core.settings;

/** True or false. Stateless, any thread. */
final class SwitchType extends TextType {
    @Override
    public Object read(String text) {
        return text.equals("true") ? Boolean.TRUE : text.equals("false") ? Boolean.FALSE : null;
    }

    @Override
    public Object unset() {
        return null;
    }

    @Override
    public String rule() {
        return "must be true or false";
    }

    @Override
    public String remedy() {
        return "give one of the two";
    }

    @Override
    public Form form() {
        return Form.SWITCH;
    }

    @Override
    public boolean isFree() {
        return false;
    }
}
